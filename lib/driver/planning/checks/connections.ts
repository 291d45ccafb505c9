import { natQuotas } from '../../../quotas.ts';
import { counted, eachOf, numbered, plural } from '../../../words.ts';
import type { Findings } from '../../document/problem.ts';
import type { Target } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { loopsOf, partitionsOf, threadsMost } from '../demand.ts';
import { connectionsShard } from '../executor.ts';
import { type Ceilings, planning } from '../limits.ts';
import type { Overlap } from '../overlap.ts';
import { type PlannedPhase, plannedPhases } from '../planned-phase.ts';
import { connectionsOf } from '../sharding/assignment.ts';

/**
 * Reports when the number of connections differs from the document, or exceeds the file descriptors of a
 * shard or the ports of a NAT gateway.
 */
export function checkConnections(
  plan: Plan,
  overlap: Overlap,
  limits: ConnectionLimits,
  findings: Findings,
): void {
  checkEnough(plan, findings);
  checkDescriptors(plan, limits, findings);
  checkSources(plan, overlap, limits, findings);
}

/** The limits on connections. `onLambda`: no one can raise the number of file descriptors of a shard. */
export type ConnectionLimits = Pick<Ceilings, 'connectionsShardMax'> & {
  readonly onLambda: boolean;
  /**
   * The number of IP addresses from which all load comes, when NAT gateways send it. Absent: each drive has
   * its own address.
   */
  readonly loadAddresses?: number | undefined;
};

/** The most connections that may be open at once, to all targets together. */
export function connectionsAtOnce(plan: Plan, overlap: Overlap): number {
  return openAtOnce(plan, overlap, (planned) => descriptorsOf(plan, planned));
}

function openAtOnce(plan: Plan, overlap: Overlap, perShard: (planned: PlannedPhase) => number): number {
  const byPhase = new Map(
    plannedPhases(plan).map((planned) => [
      planned.phase,
      planned.shards === 0 ? 0 : perShard(planned) * planned.shards,
    ]),
  );
  return overlap.heaviest((phase) => byPhase.get(phase) ?? 0);
}

/**
 * The most connections of one shard to a target. If users do not share connections, there is at least one for
 * each user.
 */
export function connectionsPerShard(target: Target, planned: PlannedPhase): number {
  const sessions = Math.ceil(planned.phase.maxSessions / planned.shards);
  if (!isShared(target)) return sessions;
  const threads = threadsMost(planned);
  const own = Math.ceil((connectionsOf(planned, target.connections.max) * threads) / partitionsOf(planned));
  const shared = Math.max(Math.min(threads, sessions), own);
  return shared === Number.POSITIVE_INFINITY ? sessions : shared;
}

const isShared = ({ connectionStrategy }: Target): boolean =>
  connectionStrategy === 'SHARED_POOL' || connectionStrategy === 'SESSION_POOLS';

/**
 * Warns when a pool of connections becomes larger than in the document. Each event loop needs a connection of
 * its own.
 */
function checkEnough(plan: Plan, findings: Findings): void {
  const phases = plannedPhases(plan);
  for (const { key, connections } of plan.benchmark.targets.filter(isShared)) {
    const raised = phases.filter((phase) => loopsOf(phase) > connectionsOf(phase, connections.max));
    if (raised.length === 0) continue;
    const total = Math.max(
      ...phases.map(
        (phase) => Math.max(loopsOf(phase), connectionsOf(phase, connections.max)) * phase.concurrency,
      ),
    );
    const of = raised.some((phase) => loopsOf(phase) > phase.shards) ? 'thread' : 'shard';
    findings.warning(
      ['http'],
      `sharedConnections of ${key} is ${connections.max}${connections.max === 1 ? ' (the default)' : ''}, but every ${of}${of === 'shard' ? ' (load generator)' : ''} needs a connection of its own, so ${plural('phase', raised.length)} ${listed(raised.map(({ name }) => name))} will open up to ${numbered(total, 'connection')}`,
      `set sharedConnections to ${total}, or use fewer ${of}s`,
    );
  }
}

/**
 * Reports more connections than the file descriptors of a shard allow: an error in a deployment, and a
 * warning on one machine. Each connection needs a descriptor, and a Lambda function has about a thousand.
 */
function checkDescriptors(
  plan: Plan,
  { connectionsShardMax, onLambda }: ConnectionLimits,
  findings: Findings,
): void {
  const most = onLambda && plan.fargate === undefined ? connectionsShardMax : connectionsShard(plan);
  const crowded = plannedPhases(plan).filter((phase) => descriptorsOf(plan, phase) > most);
  const worst = crowded.toSorted((one, other) => descriptorsOf(plan, other) - descriptorsOf(plan, one))[0];
  if (worst === undefined) return;
  const each = descriptorsOf(plan, worst);
  const shards = Math.ceil((each * worst.shards) / most);
  const message = `${eachOf(worst.shards, 'shard')} of ${plural('phase', crowded.length)} ${listed(crowded.map(({ name }) => name))} may open ${numbered(each, 'connection')}, but the file descriptors of a shard (load generator) allow only ${most}`;
  const hint = `use ${numbered(shards, 'shard')}, or fewer connections`;
  if (onLambda) findings.error(['http'], message, hint);
  else findings.warning(['http'], message, hint);
}

/**
 * Reports more connections than a NAT gateway allows. Connections above its limit fail as if the target had
 * refused them. It is only a warning for a host name, which may have several addresses that the plan does not
 * know.
 */
function checkSources(
  plan: Plan,
  overlap: Overlap,
  { loadAddresses }: ConnectionLimits,
  findings: Findings,
): void {
  if (loadAddresses === undefined) return;
  for (const target of plan.benchmark.targets) {
    const open = openAtOnce(plan, overlap, (planned) => connectionsPerShard(target, planned));
    const destinations = Math.max(1, target.addresses.length);
    const most = natQuotas.connections * loadAddresses * destinations;
    if (open <= most) continue;
    const message = `the run opens ${open} connections to ${target.key} at once, but a NAT gateway with ${counted(loadAddresses, 'address')} allows only ${most} to ${destinations === 1 ? 'one destination' : `${destinations} destinations`}, so further connections fail`;
    const needed = Math.ceil(open / natQuotas.connections / destinations);
    const hint =
      needed <= natQuotas.addressesMax
        ? `deploy with natAddresses=${needed}, or use fewer connections`
        : 'use fewer connections, or deploy load generators outside of the VPC';
    if (target.addresses.length > 0) findings.error(['http'], message, hint);
    else findings.warning(['http'], message, `${hint}, unless the host has several addresses`);
  }
}

const descriptorsOf = ({ benchmark }: Plan, phase: PlannedPhase): number =>
  phase.shards === 0
    ? 0
    : benchmark.targets.reduce((sum, target) => sum + connectionsPerShard(target, phase), 0);

function listed(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, planning.phasesNamedMax), names.length - planning.phasesNamedMax];
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
