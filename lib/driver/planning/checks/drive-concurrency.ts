import { numbered } from '../../../words.ts';
import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import type { TasksOffer } from '../executor.ts';
import { planning } from '../limits.ts';
import { overlapOf } from '../overlap.ts';
import { regionsOf, shardsIn } from '../sharding/regions.ts';

/**
 * The most drives that may run at once in the home region, and the reason for the limit. `afar` has the other
 * regions, where an account has separate limits. A deployment with reserved concurrency reserves it in each
 * of its regions.
 */
export type Capacity = RegionCapacity & { readonly afar?: Readonly<Record<string, RegionCapacity>> };

type RegionCapacity =
  /**
   * The deployment has reserved this many concurrent executions of Lambda for its drives. No more drives can
   * run.
   */
  | { readonly of: 'deployment'; readonly drives: number }
  /**
   * The AWS account allows `executions` concurrent executions of all functions together. At most `drives` of
   * them may be drives.
   */
  | { readonly of: 'account'; readonly drives: number; readonly executions: number }
  /** The most tasks of Fargate that may drive at once, by the options of the deployment. */
  | { readonly of: 'tasks'; readonly drives: number }
  /** Lambda did not report its limit, so the number of drives is not known. */
  | { readonly of: 'unknown' };

/** The capacity for tasks of Fargate. Undefined when it is not known how many tasks the deployment offers. */
export const capacityOf = (offer: TasksOffer | 'any' | undefined): Capacity | undefined =>
  offer === undefined || offer === 'any' ? undefined : { of: 'tasks', drives: offer.tasks };

/**
 * The capacity in one region.
 * @param region absent: the home region.
 */
export function capacityIn(capacity: Capacity, region: string | undefined): RegionCapacity {
  if (region === undefined || capacity.of === 'deployment') return capacity;
  return capacity.afar?.[region] ?? { of: 'unknown' };
}

/** The highest numbers of concurrent drives. */
export type DrivesAtOnce = {
  /**
   * The most drives of phases that are at work at once. A segment wakes before the previous one ends, so the
   * drives of both count.
   */
  readonly working: number;
  /**
   * The most drives that run at once, including those of a phase that wakes before the previous phase has
   * ended.
   */
  readonly waking: number;
};

/**
 * The highest numbers of concurrent drives in one region.
 * @param region absent: the home region.
 * @param shardsMax no phase counts with more shards than this.
 */
export function drivesAtOnce(
  { benchmark, phases: cut }: Plan,
  region?: string,
  shardsMax = Number.POSITIVE_INFINITY,
): DrivesAtOnce {
  const drives = new Map(
    cut.map((phase) => {
      const shards = Math.ceil(shardsIn(phase, region) * Math.min(1, shardsMax / phase.shards));
      return [phase.name, shards * Math.min(2, phase.segments.length)];
    }),
  );
  const heaviest = (phases: readonly Phase[]): number =>
    overlapOf(phases).heaviest(({ name }) => drives.get(name) ?? 0);
  return {
    working: heaviest(benchmark.phases.map(awake)),
    waking: heaviest(benchmark.phases.map((phase) => behindEnded(awake(phase), benchmark.phases))),
  };
}

/** A phase that starts with another phase wakes with it, even if its users come much later. */
const awake = (phase: Phase): Phase =>
  phase.startWith === undefined ? phase : { ...phase, startWith: { ...phase.startWith, delayMs: 0 } };

/**
 * The phase as if the phases directly before it still have users at work when it wakes. Only the phases
 * before those are certainly over.
 */
function behindEnded(phase: Phase, all: readonly Phase[]): Phase {
  const far = all
    .filter(({ name }) => phase.startAfter.includes(name))
    .flatMap(({ startAfter, startAfterStrict }) => [...startAfter, ...startAfterStrict]);
  return { ...phase, startAfter: [], startAfterStrict: [...phase.startAfterStrict, ...far] };
}

/**
 * Rejects a plan when the drives of a region cannot all run at the same time, by the limits of Lambda or of
 * the deployment. Otherwise the load of some drives would be missing.
 */
export function checkCapacity(plan: Plan, capacity: Capacity, at: Path, findings: Findings): void {
  for (const region of regionsOf(plan.phases))
    checkRegion(plan, capacityIn(capacity, region), at, findings, region);
}

function checkRegion(
  plan: Plan,
  capacity: RegionCapacity,
  at: Path,
  findings: Findings,
  region?: string,
): void {
  const { working, waking } = drivesAtOnce(plan, region);
  if (working === 0) return;
  const drivesOf = (count: number): string =>
    `the run needs ${numbered(count, 'load generator')}${region === undefined ? '' : ` in ${region}`}`;
  if (capacity.of === 'unknown') {
    findings.warning(
      at,
      `${drivesOf(working)} at once, but Lambda did not report how many functions the AWS account may run`,
      'read the log of the function api/burst-start, and look up the quota in Service Quotas (Lambda, Concurrent executions)',
    );
  } else if (working > capacity.drives)
    findings.error(
      at,
      `${drivesOf(working)} at once, but ${reasonOf(capacity)}`,
      wayOut(plan, 'working', capacity, region),
    );
  else if (waking > capacity.drives)
    findings.warning(
      at,
      `${drivesOf(waking)} at once while one phase ends and the next begins, but ${reasonOf(capacity)}, so phases may start late`,
      `${wayOut(plan, 'waking', capacity, region)}, or use startAfterStrict, so that a phase waits until all users of earlier phases have left`,
    );
  else if (working > capacity.drives * planning.capacityShareMax)
    findings.warning(
      at,
      `${drivesOf(working)} at once, and ${reasonOf(capacity)}, so ${restOf(capacity.drives - working)}`,
      wayOut(plan, 'working', capacity, region),
    );
}

const restOf = (drives: number): string =>
  drives === 0
    ? 'no other run can start during this time'
    : `another run at the same time can use only ${drives}`;

type KnownCapacity = Exclude<RegionCapacity, { of: 'unknown' }>;

function reasonOf(capacity: KnownCapacity): string {
  if (capacity.of === 'tasks') return `the deployment allows ${numbered(capacity.drives, 'Fargate task')}`;
  if (capacity.of === 'deployment') return `the deployment allows ${capacity.drives}`;
  return capacity.drives === 0
    ? `the AWS account allows ${numbered(capacity.executions, 'Lambda function')} at once, and the functions that control a run need all of them`
    : `the AWS account allows ${numbered(capacity.executions, 'Lambda function')} at once, which leaves ${capacity.drives} for load generators`;
}

function wayOut(
  plan: Plan,
  when: keyof DrivesAtOnce,
  capacity: KnownCapacity,
  region: string | undefined,
): string {
  const drives = drivesAtOnce(plan, region)[when];
  const most = shardsThatFit(plan, when, capacity, region);
  const fewer =
    most >= 1 && most < plan.shards ? [`use at most ${numbered(most, 'shard')} in each phase`] : [];
  const more =
    capacity.of === 'tasks'
      ? `deploy with fargate=${drives > capacity.drives ? drives : Math.ceil(drives / planning.capacityShareMax)}`
      : moreFunctions(capacity.of);
  const otherRegions = region === undefined ? [] : ['move load to other regions'];
  return [...fewer, ...otherRegions, more].join(', or ');
}

/** Tells how the limit of concurrent Lambda functions becomes higher. */
export const moreFunctions = (of: RegionCapacity['of']): string =>
  of === 'deployment'
    ? 'deploy with a higher driveConcurrency'
    : 'request a higher quota in Service Quotas (Lambda, Concurrent executions)';

/**
 * The most shards of each phase for which the capacity is enough. 0: even one shard in each phase is too
 * much.
 */
function shardsThatFit(
  plan: Plan,
  when: keyof DrivesAtOnce,
  capacity: KnownCapacity,
  region: string | undefined,
): number {
  let [most, tooMany] = [0, plan.shards + 1];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (drivesAtOnce(plan, region, middle)[when] <= capacity.drives) most = middle;
    else tooMany = middle;
  }
  return most;
}
