import { agentPath } from '../benchmark/agents.ts';
import { forbiddenHooks } from '../benchmark/hooks.ts';
import { parseBenchmark } from '../benchmark/parse-benchmark.ts';
import { phasePath } from '../benchmark/phases/phases.ts';
import { inOrder } from '../document/format-problems.ts';
import type { DeclaredParameter } from '../document/parameter.ts';
import { valueAt } from '../document/path.ts';
import type { Finding, Path, Problem } from '../document/problem.ts';
import type { FileRef, Files } from '../model/files.ts';
import type { Plan } from '../model/plan.ts';
import { type Division, planBurst } from './plan.ts';
import { checkTargets, type TargetAllowList } from './targets/allow-list.ts';
import { guardsOf, onOneMachine, type TargetPolicy } from './targets/guards.ts';

/** A document to plan, with all inputs that decide how it is divided into drives. */
export type PlanOrder = Division & {
  readonly text: string;
  readonly file: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly allowList: TargetAllowList;
  /** How the deployment behaves towards targets. Absent: the behaviour of a person's own machine. */
  readonly targetPolicy?: TargetPolicy;
  /** The contents of the files that came with the document. Absent: Downpour does not check files. */
  readonly files?: Files | undefined;
  /** For each file that Downpour could not read, by its path, the reason. */
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
  /** References to files that were sent with the document. The plan gets those that the document needs. */
  readonly fileRefs?: readonly FileRef[] | undefined;
  /** True when commands around the run (hooks) are refused, because they cannot run here. */
  readonly refusesHooks?: boolean;
};

/**
 * Plans a document. Reports errors of the document, everything that the deployment does not allow, and every
 * difference between plan and document. All of them are reported at once, with their places. There is a plan
 * only if no problem is an error. The same input always gives the same plan.
 */
export function preparePlan(order: PlanOrder): Prepared {
  const { text, file, parameters, allowList, fileProblems, targetPolicy = onOneMachine } = order;
  const options = { file, parameters, files: order.files, fileProblems };
  const { benchmark, files, problems, reading } = parseBenchmark(text, options);
  const { parameters: declared } = reading;
  if (benchmark === undefined) return { files, declared, problems };
  const { plan, findings } = planBurst({ ...order, onLambda: allowList.onLambda, benchmark });
  const forbidden = [
    ...checkTargets(benchmark, allowList),
    ...(order.refusesHooks === true ? forbiddenHooks(benchmark.hooks) : []),
  ];
  const placed = [...forbidden, ...findings].map((finding: Finding) => {
    const path = writtenPath(finding.path, reading.value);
    return { ...finding, path, ...reading.locate(path) };
  });
  const all = inOrder([...problems, ...placed]);
  if (forbidden.length > 0 || plan === undefined) return { files, declared, problems: all };
  const refs = (order.fileRefs ?? []).filter(({ path }) => files.includes(path));
  const guarded = { ...plan, guards: guardsOf(order.burst, allowList, targetPolicy, benchmark) };
  return { plan: refs.length === 0 ? guarded : { ...guarded, files: refs }, files, declared, problems: all };
}

export type Prepared = {
  readonly plan?: Plan;
  /**
   * Paths of the files that the document needs. Incomplete when Downpour could not read the whole document.
   */
  readonly files: readonly string[];
  /** The parameters that the document uses. Absent when Downpour could not read the document. */
  readonly declared?: readonly DeclaredParameter[] | undefined;
  readonly problems: readonly Problem[];
};

/**
 * The path in the document for a path that names its phase or its agent. If the document does not contain the
 * key, the path leads to the phase or the agent itself.
 */
function writtenPath([part, name, ...rest]: Path, value: unknown): Path {
  if (part === undefined) return [];
  if (part === 'agents' && typeof name === 'string') return writtenOr(agentPath(value, name), rest, value);
  if (part !== 'phases' || typeof name !== 'string')
    return [part, ...(name === undefined ? [] : [name]), ...rest];
  return writtenOr(phasePath(value, name), rest, value);
}

function writtenOr(at: Path, rest: Path, value: unknown): Path {
  return valueAt(value, [...at, ...rest]) === undefined ? at : [...at, ...rest];
}
