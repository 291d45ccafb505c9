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

/** All inputs, besides the document, that decide how a benchmark is divided into drives. */
export type Division = {
  readonly burst: string;
  readonly seed: number;
  readonly shards?: number | undefined;
  /** The weights of the regions that the person who starts the burst requests. Absent: the agents decide. */
  readonly askedRegions?: Readonly<Record<string, number>> | undefined;
  /**
   * The regions of the deployment. Absent: everything runs on one machine. `any`: a deployment whose regions
   * are not known here.
   */
  readonly regions?: Regions | 'any' | undefined;
  /** The number of processors of a shard. Absent: that of a shard in the cloud. */
  readonly coresShard?: number | undefined;
  /**
   * The requests per second that one event loop can send without TLS. Absent: a rate that most machines can
   * send.
   */
  readonly requestsPerSecShard?: number | undefined;
  /**
   * The requests per second that one event loop can send with TLS. Absent: a usual share of the rate without
   * TLS.
   */
  readonly requestsPerSecTls?: number | undefined;
  readonly segmentMsMax: number;
  /**
   * The executor that the person who starts the burst requests. Absent: the executor of the document's
   * agents.
   */
  readonly executor?: Executor | undefined;
  /**
   * The tasks of Fargate that the deployment offers. Absent: it offers none. `any`: a deployment whose offer
   * is not known here.
   */
  readonly tasks?: TasksOffer | 'any' | undefined;
  /**
   * The number of IP addresses from which all load comes, when NAT gateways send it. Absent: each drive has
   * its own address.
   */
  readonly loadAddresses?: number | undefined;
  /** The time of planning in epoch milliseconds. */
  readonly plannedAt: number;
  readonly limits: Ceilings;
  /** The caller's own ceilings. Absent: only the ceilings of the deployment count. */
  readonly ownLimits?: OwnCeilings | undefined;
  /** The most drives that may run at once, and the reason. Absent: there is no limit. */
  readonly capacity?: Capacity | undefined;
};

/**
 * Divides a benchmark into phases, shards and segments. When the load exceeds a ceiling or a limit, an error
 * is reported and there is no plan. When the plan differs from the document, a warning is reported.
 *
 * The number of shards is the requested number, or else one for each declared agent, or else as many as the
 * load needs (limits.ts, `planning`). When each agent has one shard, the shard has the agent's threads. Its
 * share of the load is in proportion to them. Other shards have the threads of the document. If agents or the
 * caller name regions, the shards of every phase are placed there (regions.ts). A phase never has more shards
 * than users, so that every shard has load to send.
 */
export function planBurst(
  order: Division & {
    readonly benchmark: Benchmark;
    /** True when a deployment in AWS sends the load. Absent: processes of this machine send it. */
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

/** The weight of each region for the shards, and the agents in the order of their shards. */
type RegionShares = Pick<Benchmark, 'agents' | 'threads'> & { readonly shares: readonly Share[] };

/**
 * The number of threads of each shard. If each agent has one shard, these are the threads of the agents.
 * Otherwise all shards have the threads of the document.
 */
function threadsOf(shards: number, { agents, threads }: RegionShares): Pick<PhasePlan, 'threads'> {
  const areAgents = shards === agents.length;
  // A phase with more shards than drives are allowed gets no plan. A list for billions of shards would not
  // fit into memory.
  const listed = Math.min(shards, planning.drivesPhaseMax);
  const each = Array.from(
    { length: areAgents || threads > 1 ? listed : 0 },
    (_, shard) => (areAgents ? agents[shard]?.threads : threads) ?? 1,
  );
  return each.some((count) => count > 1) ? { threads: each } : {};
}

/**
 * Divides a phase into equal segments, none longer than the longest allowed. A phase of unknown duration is
 * one segment without length: its users come at T0, and no further user arrives.
 */
function segmentsOf(durationMs: number | undefined, segmentMsMax: number): readonly Segment[] {
  if (durationMs === undefined) return [{ index: 0, startMs: 0, endMs: 0, last: true }];
  // A phase with more segments than drives are allowed gets no plan, so one more than allowed is enough.
  const count = Math.min(planning.drivesPhaseMax + 1, Math.max(1, Math.ceil(durationMs / segmentMsMax)));
  const lengthMs = Math.ceil(durationMs / count);
  return Array.from({ length: count }, (_, index) => ({
    index,
    startMs: index * lengthMs,
    endMs: Math.min(durationMs, (index + 1) * lengthMs),
    last: index === count - 1,
  }));
}
