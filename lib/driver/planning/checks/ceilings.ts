import { stepFunctionsQuotas } from '../../../quotas.ts';
import { eachOf, numbered } from '../../../words.ts';
import { modelOf } from '../../arrivals/registry.ts';
import { startRounds } from '../../cost/limits.ts';
import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import {
  partitionsOf,
  peakRequestsPerSec,
  peakUsersPerSec,
  requestsPerUser,
  type ShardPower,
  threadsMost,
  trustedRequestsPerSec,
  usersAtOnce,
} from '../demand.ts';
import { type Chain, chainsOf } from '../iteration-chains.ts';
import { type Ceilings, type OwnCeilings, planning } from '../limits.ts';
import type { Overlap } from '../overlap.ts';
import { plannedPhases } from '../planned-phase.ts';
import { type ConnectionLimits, checkConnections, connectionsAtOnce } from './connections.ts';
import { type Capacity, checkCapacity } from './drive-concurrency.ts';
import { checkEnvironments } from './lambda-scaling.ts';
import { checkEnds, checkStays } from './long-stays.ts';
import { checkArrivals } from './no-arrivals.ts';
import { timesOf } from './phase-times.ts';
import { checkSessions } from './sessions.ts';

/** The ceilings that a plan must not exceed: those of the deployment, and the caller's own. */
export type Bounds = Ceilings & {
  /** The caller's own ceilings. If the deployment has the same ceiling, the lower one counts. */
  readonly own: OwnCeilings;
  /** The most drives that may run at once, and the reason. Absent: there is no limit. */
  readonly capacity?: Capacity | undefined;
  /**
   * True when a deployment in AWS sends the load. False on one machine, whose ceilings come from its
   * environment variables.
   */
  readonly onLambda: boolean;
};

/** Adds an error for each ceiling that a plan exceeds, and warnings for the author of the document. */
export function checkPlan(
  plan: Plan,
  overlap: Overlap,
  limits: Bounds & ConnectionLimits & { readonly coresShard: number; readonly canHaveTasks?: boolean },
  findings: Findings,
): void {
  checkLoad(plan, overlap, limits, findings);
  // After an error about the load, further findings would only hide the reason.
  if (findings.refused) return;
  checkSize(plan, overlap, limits, findings);
  checkShards(plan, limits, findings);
  checkThreads(plan, limits.coresShard, findings);
  checkArrivals(plan, (phase) => placeIn(phase, rateKey(phase)), findings);
  checkSessions(plan, (phase) => placeIn(phase, sessionsKey(phase)), findings);
  if (limits.onLambda && plan.fargate === undefined)
    checkStays(plan, limits.canHaveTasks === true, (phase) => placeIn(phase, 'scenario'), findings);
  else checkEnds(plan, limits.durationMsMax, (phase) => placeIn(phase, 'scenario'), findings);
  checkConnections(plan, overlap, limits, findings);
}

function checkLoad(plan: Plan, overlap: Overlap, limits: Bounds, findings: Findings): void {
  const { phases } = plan.benchmark;
  const over = reporter(findings);
  const rate = overlap.heaviest(peakUsersPerSec);
  const rateAt = placeAtMost(phases, peakUsersPerSec, rateKey);
  over(
    rateAt,
    'the highest rate of all phases that may run at the same time',
    rate,
    limits,
    'usersPerSecMax',
    ' users/s',
  );
  const users = overlap.heaviest(usersAtOnce);
  const usersAt = placeAtMost(phases, usersAtOnce, usersKey);
  over(
    usersAt,
    'the number of users of all phases that may run at the same time',
    users,
    limits,
    'sessionsMax',
  );
  const times = timesOf(phases);
  const endOf = ({ name }: Phase): number => times.get(name)?.endMs ?? 0;
  const endMs = Math.max(...phases.map(endOf));
  const endAt = placeAtMost(phases, endOf, durationKey);
  over(endAt, 'the length of the run', endMs, limits, 'durationMsMax', ' s', 1e3);
  const chains = chainsOf(phases);
  if (limits.onLambda) checkHistory(chains, endMs, endAt, findings);
  if (chains.length > planning.waitingMax)
    findings.error(
      ['phases'],
      tooMuch('the number of phases and forks', chains.length, planning.waitingMax, '', 'Downpour'),
      'use fewer phases and forks',
    );
}

/**
 * Reports a run in which a phase may wait for so long that its execution has too many events. Step Functions
 * then ends the execution. No phase waits longer than the run takes.
 */
function checkHistory(chains: readonly Chain[], endMs: number, at: Path, findings: Findings): void {
  const iterations = Math.max(1, ...chains.map(({ first, step, last }) => (last - first) / step + 1));
  const events = stepFunctionsQuotas.historyEvents - iterations * startRounds.eventsIteration;
  const mostMs = Math.floor(events / startRounds.events) * startRounds.tickMs;
  if (endMs <= mostMs) return;
  const whose = `AWS Step Functions with ${numbered(iterations, 'iteration')} of a phase`;
  findings.error(
    at,
    tooMuch('the length of the run', endMs / 1e3, mostMs / 1e3, ' s', whose),
    'make the phases shorter, or make several runs',
  );
}

/** Checks the price, the shards and the connections, which follow from the load. */
function checkSize(plan: Plan, overlap: Overlap, limits: Bounds, findings: Findings): void {
  const over = reporter(findings);
  const at = placeAtMost(plan.benchmark.phases, requestsOf, rateKey);
  over(at, 'the estimated price', plan.estimate.dollars, limits, 'dollarsMax', ' US dollars');
  over(at, 'the number of shards', plan.shards, limits, 'shardsMax');
  if (limits.capacity !== undefined) {
    checkCapacity(plan, limits.capacity, at, findings);
    // Fargate starts its tasks one after the other, and the lead (the time from wake-up to start) already
    // follows from their number.
    if (plan.fargate === undefined)
      checkEnvironments(plan, limits.capacity, (phase) => placeIn(phase, durationKey(phase)), findings);
  }
  const connections = connectionsAtOnce(plan, overlap);
  over(
    ['http'],
    'the number of connections of all phases that may run at the same time',
    connections,
    limits,
    'connectionsMax',
  );
}

const reporter =
  (findings: Findings) =>
  (
    at: Path,
    what: string,
    value: number,
    limits: Bounds,
    ceiling: keyof OwnCeilings,
    unit = '',
    perUnit = 1,
  ): void => {
    const own = limits.own[ceiling] ?? Number.POSITIVE_INFINITY;
    const most = Math.min(own, limits[ceiling]);
    if (value <= most) return;
    if (!Number.isFinite(value)) {
      findings.error(at, `${what} is larger than Downpour can count`, 'make the benchmark smaller');
      return;
    }
    const whose = own < limits[ceiling] ? 'this API key' : placeOf(limits);
    const higher =
      own < limits[ceiling]
        ? 'use an API key with the limit '
        : limits.onLambda
          ? 'deploy with the option '
          : 'set DOWNPOUR_CEILINGS=';
    findings.error(
      at,
      tooMuch(what, value / perUnit, most / perUnit, unit, whose),
      `make the benchmark smaller, or ${higher}${ceiling}=${Math.ceil(value)}`,
    );
  };

const placeOf = ({ onLambda }: Bounds): string => (onLambda ? 'this deployment' : 'this machine');

const tooMuch = (what: string, value: number, most: number, unit: string, whose: string): string =>
  `${what} is ${rounded(value)}${unit}, but ${whose} allows at most ${rounded(most)}${unit}`;

function placeAtMost(
  phases: readonly Phase[],
  weightOf: (phase: Phase) => number,
  keyOf: (phase: Phase) => string,
): Path {
  const heaviest = greatest(phases, weightOf);
  return heaviest === undefined ? ['phases'] : placeIn(heaviest, keyOf(heaviest));
}

/**
 * A path to a key of a phase, which contains the phase's name instead of its position. A plan does not
 * contain the form of its document, so `plan-document.ts` finds the position.
 */
const placeIn = (phase: Phase, key: string): Path => ['phases', phase.phase, key];

const greatest = (phases: readonly Phase[], weightOf: (phase: Phase) => number): Phase | undefined =>
  phases.reduce<Phase | undefined>(
    (most, phase) => (most === undefined || weightOf(phase) > weightOf(most) ? phase : most),
    undefined,
  );

const rateKey = ({ arrivals }: Phase): string => modelOf(arrivals).loadKey;

/**
 * The key of the document that sets the number of users at once. Without `maxSessions`, the highest arrival
 * rate sets it.
 */
const usersKey = (phase: Phase): string =>
  modelOf(phase.arrivals).users !== undefined || phase.maxSessions === Math.ceil(peakUsersPerSec(phase))
    ? rateKey(phase)
    : 'maxSessions';

/** The key of the document that the author raises to have more users at once. */
const usersName = (phase: Phase): string =>
  modelOf(phase.arrivals).users === undefined ? 'maxSessions' : rateKey(phase);

const sessionsKey = (phase: Phase): string =>
  phase.maxSessionsGiven === true ? 'maxSessions' : rateKey(phase);

const durationKey = ({ maxDurationMs }: Phase): string =>
  maxDurationMs === undefined ? 'duration' : 'maxDuration';

function requestsOf(phase: Phase): number {
  const perSec = Math.max(peakUsersPerSec(phase), usersAtOnce(phase)) * requestsPerUser(phase);
  return perSec * (phase.durationMs ?? planning.unknownDurationMs);
}

const rounded = (value: number): number => Number(value.toPrecision(6));

function checkShards(plan: Plan, power: ShardPower, findings: Findings): void {
  for (const planned of plannedPhases(plan)) {
    const { phase, name, shards, segments } = planned;
    if (shards * segments.length > planning.drivesPhaseMax) {
      findings.error(
        placeIn(phase, durationKey(phase)),
        `phase ${name}: ${numbered(shards, 'shard')} in each of ${numbered(segments.length, 'segment')} of its time need ${shards * segments.length} load generators, but at most ${planning.drivesPhaseMax} are allowed`,
        'use fewer shards, or make several shorter phases',
      );
    }
    const threads = threadsMost(planned);
    const ofAll = peakRequestsPerSec(phase);
    const requestsPerSec = (ofAll * threads) / Math.max(1, partitionsOf(planned));
    const trusted = trustedRequestsPerSec(threads, plan.benchmark, power);
    if (requestsPerSec > trusted) {
      const needed = Math.ceil(ofAll / trusted);
      const users =
        needed > usersAtOnce(phase)
          ? `, and set ${usersName(phase)} to at least ${needed}, because a phase has no more shards than users at once`
          : '';
      findings.warning(
        placeIn(phase, rateKey(phase)),
        `phase ${name}: ${eachOf(shards, 'shard')} would send ${rounded(requestsPerSec)} requests/s, but a shard (load generator) reliably sends only ${trusted}`,
        `use ${numbered(needed, 'shard')}${users}`,
      );
    }
  }
}

/**
 * Warns about more event loops than processors. Event loops that share a processor take turns: they need
 * memory and connections, and send no more load.
 */
function checkThreads({ benchmark, phases, shards }: Plan, coresShard: number, findings: Findings): void {
  const threads = Math.max(...phases.map(threadsMost));
  if (threads <= coresShard) return;
  findings.warning(
    [benchmark.threads === threads ? 'threads' : 'agents'],
    `each shard (load generator) has only ${coresShard === 1 ? 'one processor' : `${coresShard} processors`} for its ${threads} threads`,
    `use ${coresShard === 1 ? 'one thread' : `${coresShard} threads`} and ${numbered(Math.ceil((shards * threads) / coresShard), 'shard')}`,
  );
}
