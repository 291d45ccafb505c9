import type { FunctionSpec } from '../../functions/spec.ts';
import { type FunctionName, functions } from '../../functions.ts';
import { lambdaQuotas } from '../../quotas.ts';

/** Executions at once that a deployment sets aside. What is set aside for a function is also the most that it gets. */
export type Reserved = {
  readonly byFunction: ReadonlyMap<FunctionName, number>;
  readonly drives: number;
  /** For the functions that start, stop and merge bursts, so that drives cannot keep them waiting. */
  readonly control: number;
  readonly sum: number;
};

/** What of the options decides about it. */
export type Asked = {
  /** Executions at once that nobody else of the account has set aside. Absent: nobody knows. */
  readonly concurrency?: number | undefined;
  readonly driveConcurrency?: number | 'none' | undefined;
};

const drive: FunctionName = 'driver/drive';

/**
 * Half of what is known to be there for drives, unless the deployment says how many; the rest stays for those who conduct
 * them and for everybody else in the account. Where that is enough, the functions without which a burst does not start, stop
 * or end get a part of their own. An account that is too small for either has nothing set aside: its API compares each
 * burst with what is left.
 */
export function reservedFor({ concurrency = 0, driveConcurrency }: Asked): Reserved {
  const most = reservable(concurrency);
  const usual = concurrency >= 2 * lambdaQuotas.unreservedMin ? Math.floor(concurrency / 2) : 0;
  const drives = driveConcurrency === 'none' ? 0 : (driveConcurrency ?? usual);
  const byFunction = new Map<FunctionName, number>(drives > 0 ? [[drive, drives]] : []);
  const kept = keptOf(concurrency);
  const control = sumOf(kept);
  const isEnough = control > 0 && drives + control <= most;
  if (isEnough) for (const [name, count] of kept) byFunction.set(name, count);
  return { byFunction, drives, control: isEnough ? control : 0, sum: sumOf(byFunction) };
}

/** What may be set aside: AWS keeps the rest for the functions without a reservation. */
export const reservable = (concurrency: number): number =>
  Math.max(0, concurrency - lambdaQuotas.unreservedMin);

/** More is needed at once where more bursts fit in, and no less in an account that allows less. */
function keptOf(concurrency: number): ReadonlyMap<FunctionName, number> {
  const times = Math.max(1, Math.floor(concurrency / lambdaQuotas.concurrency));
  const specs: readonly (FunctionSpec & { readonly name: FunctionName })[] = functions;
  return new Map(specs.flatMap(({ name, kept }) => (kept === undefined ? [] : [[name, kept * times]])));
}

const sumOf = (counts: ReadonlyMap<FunctionName, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
