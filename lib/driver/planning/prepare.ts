import { parseBenchmark } from '../benchmark/benchmark.ts';
import { phasePath } from '../benchmark/phases/phases.ts';
import { inOrder } from '../document/format.ts';
import { valueAt } from '../document/path.ts';
import type { Finding, Path, Problem } from '../document/problem.ts';
import { readDocument } from '../document/read.ts';
import type { Ceilings } from '../limits.ts';
import type { Plan } from '../model/plan.ts';
import { planBurst } from './plan.ts';
import { checkTargets, type TargetAllowList } from './target-allow-list.ts';

/** A document and everything that decides how it is cut. */
export type BurstOrder = {
  readonly burst: string;
  readonly text: string;
  readonly file: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly shards?: number | undefined;
  readonly seed: number;
  readonly segmentMsMax: number;
  /** Epoch milliseconds. */
  readonly plannedAt: number;
  readonly limits: Ceilings;
  readonly allowList: TargetAllowList;
};

/**
 * Plans a document. Reports errors of the document, everything that the deployment does not allow, and everything that
 * the plan does differently, all at once and with places. There is a plan exactly when no problem is an error.
 * The same order gives the same plan.
 */
export function preparePlan(order: BurstOrder): {
  readonly plan?: Plan;
  readonly problems: readonly Problem[];
} {
  const { text, file, parameters, allowList } = order;
  const { benchmark, problems } = parseBenchmark(text, { file, parameters });
  if (benchmark === undefined) return { problems };
  const { plan, findings } = planBurst({ ...order, benchmark });
  const forbidden = checkTargets(benchmark.targets, allowList);
  const { value, locate } = readDocument(text, parameters);
  const placed = [...forbidden, ...findings].map((finding: Finding) => {
    const path = writtenPath(finding.path, value);
    return { ...finding, path, ...locate(path) };
  });
  const all = inOrder([...problems, ...placed]);
  return forbidden.length > 0 || plan === undefined ? { problems: all } : { plan, problems: all };
}

/** The place in the document for a path that names its phase; the body of the phase when that key is not written. */
function writtenPath([part, name, ...rest]: Path, value: unknown): Path {
  if (part === undefined) return [];
  if (part !== 'phases' || typeof name !== 'string')
    return [part, ...(name === undefined ? [] : [name]), ...rest];
  const at = phasePath(value, name);
  return valueAt(value, [...at, ...rest]) === undefined ? at : [...at, ...rest];
}
