import { modelOf, startsUsers } from '../arrivals/registry.ts';
import { type Finding, Findings } from '../document/problem.ts';
import type { Benchmark, Executor, Phase } from '../model/benchmark.ts';
import { type PhasePlan, type Plan, planVersion, type Segment } from '../model/plan.ts';
import { requestSteps } from '../scenario/demand/requests.ts';
import { checkPlan } from './checks/ceilings.ts';
import { type Capacity, capacityOf } from './checks/drive-concurrency.ts';
import { estimateOf } from './estimate.ts';
import { connectionsShard, type TasksOffer, tasksOf } from './executor.ts';
import { type Ceilings, type OwnCeilings, planning } from './limits.ts';
import { overlapOf } from './overlap.ts';
import { afarOf, agentsByRegion, type Regions, type Share, sharesOf } from './sharding/regions.ts';
import { mostShards, shardsNeeded } from './sharding/shard-count.ts';

/** All inputs next to the document that decide its division into drives. */
export type Division = {
  readonly burst: string;
  readonly seed: number;
  readonly shards?: number | undefined;
  /** The weight of each requested region. Absent: the agents decide. */
  readonly askedRegions?: Readonly<Record<string, number>> | undefined;
  /** The regions of the deployment. Absent: everything runs on one machine. */
  readonly regions?: Regions | 'any' | undefined;
  /** The processors of a shard. Absent: those of a shard in the cloud. */
  readonly coresShard?: number | undefined;
  /** The requests per second of one event loop. Absent: a rate that most machines can send. */
  readonly requestsPerSecShard?: number | undefined;
  /** The requests per second of one event loop with TLS. Absent: a usual share of the rate without TLS. */
  readonly requestsPerSecTls?: number | undefined;
  readonly segmentMsMax: number;
  /** The requested executor. Absent: the executor of the document's agents. */
  readonly executor?: Executor | undefined;
  /** Absent: the deployment has no tasks of Fargate. */
  readonly tasks?: TasksOffer | 'any' | undefined;
  /** The number of source addresses of all load behind NAT gateways. Absent: each drive has its own. */
  readonly loadAddresses?: number | undefined;
  /** The time of planning in epoch milliseconds. */
  readonly plannedAt: number;
  readonly limits: Ceilings;
  /** The ceilings of the caller. Absent: only those of the deployment. */
  readonly ownLimits?: OwnCeilings | undefined;
  /** The number of drives that may run at once. Absent: there is no limit. */
  readonly capacity?: Capacity | undefined;
};

/**
 * Divides a benchmark into phases, shards and segments. An error reports a ceiling or a limit that the load
 * exceeds; then there is no plan. A warning reports a difference of the plan from the document.
 *
 * The number of shards is the requested number, or else one for each declared agent, or else as many as the
 * load needs (limits.ts, `planning`). When each agent has one shard, it has the agent's threads, and its
 * share of the load is in proportion to them. Other shards have the threads of the document. If agents or the
 * caller name regions, the shards of every phase are placed there (regions.ts). A phase never has more shards
 * than users, so that every shard has load to send.
 */
export function planBurst(
  order: Division & {
    readonly benchmark: Benchmark;
    /** True when a shard is a function on Lambda. Absent: a shard is a process of this machine. */
    readonly onLambda?: boolean;
  },
): { readonly plan?: Plan; readonly findings: readonly Finding[] } {
  const { benchmark, limits, onLambda = false, tasks: offer, ...names } = order;
  const { agents } = benchmark;
  const findings = new Findings();
  const fargate = tasksOf({ requested: order.executor, agents, offer }, findings);
  const { requestsPerSecShard, requestsPerSecTls } = order;
  const coresShard = fargate?.cores ?? order.coresShard ?? planning.coresShard;
  const power = { coresShard, requestsPerSecShard, requestsPerSecTls };
  const overlap = overlapOf(benchmark.phases);
  const shards =
    order.shards ?? (agents.length || shardsNeeded(benchmark, power, connectionsShard({ fargate })));
  const segmentMsMax =
    fargate === undefined ? Math.min(order.segmentMsMax, planning.segmentMsMax) : planning.taskMsMax;
  const shares = sharesOf({ requested: order.askedRegions, agents, regions: order.regions }, findings);
  if (fargate !== undefined && shares.length > 0)
    findings.error([], 'Fargate tasks run only in the region of the deployment', onlyAtHome);
  const regionShares = { shares, agents: agentsByRegion(agents, shares), threads: benchmark.threads };
  const cut = benchmark.phases.map((phase, index) => ({
    phase,
    ...planPhase(phase, index, shards, regionShares, segmentMsMax),
  }));
  const plan: Plan = {
    version: planVersion,
    burst: names.burst,
    seed: names.seed,
    shards: Math.max(1, ...cut.map((each) => each.shards)),
    ...(fargate === undefined ? {} : { fargate }),
    benchmark,
    phases: cut.map(({ phase: _, ...plan }) => plan),
    concurrency: overlap.widths,
    plannedAt: names.plannedAt,
    estimate: estimateOf(cut, fargate),
  };
  if (benchmark.phases.length === 0)
    findings.warning([], 'the benchmark has no phases, so Downpour has nothing to run', howToRun);
  const { ownLimits: own = {}, loadAddresses } = order;
  const capacity = fargate === undefined ? order.capacity : capacityOf(offer);
  const canHaveTasks = offer !== undefined;
  const bounds = { ...limits, own, capacity, ...power, onLambda, loadAddresses, canHaveTasks };
  checkPlan(plan, overlap, bounds, findings);
  return findings.refused ? { findings: findings.list } : { plan, findings: findings.list };
}

const onlyAtHome = 'remove the regions, or use Lambda functions (executor lambda)';

const howToRun = "add 'phases', or add usersPerSec, duration and scenario for a single phase";

function planPhase(
  phase: Phase,
  index: number,
  shards: number,
  regionShares: RegionShares,
  segmentMsMax: number,
): PhasePlan {
  const model = modelOf(phase.arrivals);
  const active = startsUsers(phase.arrivals);
  const plannedArrivals = model.plannedUsers(phase.durationMs ?? 0);
  const own = active ? Math.max(1, Math.min(shards, mostShards(phase))) : 0;
  const afar = afarOf(regionShares.shares, own);
  return {
    index,
    name: phase.name,
    shards: own,
    ...threadsOf(own, regionShares),
    ...(afar.length === 0 ? {} : { afar }),
    segments: active ? segmentsOf(model.knownDurationMs(phase.durationMs), segmentMsMax) : [],
    requests: phase.scenario === undefined ? [] : requestSteps(phase.scenario),
    ...(plannedArrivals === undefined ? {} : { plannedArrivals }),
    expectedArrivals: model.expectedUsers(phase.durationMs ?? 0),
  };
}

/** The share of the shards for each region, and the agents in the order of their shards. */
type RegionShares = Pick<Benchmark, 'agents' | 'threads'> & { readonly shares: readonly Share[] };

/**
 * The threads of each shard. They are the threads of the agents if each agent has one shard, or else those of
 * the document.
 */
function threadsOf(shards: number, { agents, threads }: RegionShares): Pick<PhasePlan, 'threads'> {
  const areAgents = shards === agents.length;
  // A phase with more shards has no plan, and a list for billions of them would not fit into memory.
  const listed = Math.min(shards, planning.drivesPhaseMax);
  const each = Array.from(
    { length: areAgents || threads > 1 ? listed : 0 },
    (_, shard) => (areAgents ? agents[shard]?.threads : threads) ?? 1,
  );
  return each.some((count) => count > 1) ? { threads: each } : {};
}

/**
 * Divides a phase into equal segments within the longest allowed. A phase of unknown duration is one segment
 * that ends as it begins: its users come at T0, and no user follows.
 */
function segmentsOf(durationMs: number | undefined, segmentMsMax: number): readonly Segment[] {
  if (durationMs === undefined) return [{ index: 0, startMs: 0, endMs: 0, last: true }];
  // With more segments than drives, there is no plan.
  const count = Math.min(planning.drivesPhaseMax + 1, Math.max(1, Math.ceil(durationMs / segmentMsMax)));
  const lengthMs = Math.ceil(durationMs / count);
  return Array.from({ length: count }, (_, index) => ({
    index,
    startMs: index * lengthMs,
    endMs: Math.min(durationMs, (index + 1) * lengthMs),
    last: index === count - 1,
  }));
}
