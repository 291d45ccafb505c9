import type { Findings } from '../../document/problem.ts';
import { planning } from '../../limits.ts';
import type { Target } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { connectionsOf } from '../assignment.ts';
import { type PlannedPhase, plannedPhases } from '../planned-phase.ts';

/** Warns where the connections of a plan are not those that its document asks for, or more than a shard can hold. */
export function checkConnections(plan: Plan, findings: Findings): void {
  checkEnough(plan, findings);
  checkDescriptors(plan, findings);
}

/** Most connections of one shard to a target. Users with connections of their own have one each, at least. */
export function connectionsPerShard(target: Target, planned: PlannedPhase): number {
  const sessions = Math.ceil(planned.phase.maxSessions / planned.shards);
  if (!isShared(target)) return sessions;
  const shared = Math.max(1, Math.ceil(connectionsOf(planned, target.connections.max) / planned.shards));
  return shared === Number.POSITIVE_INFINITY ? sessions : shared;
}

const isShared = ({ connectionStrategy }: Target): boolean =>
  connectionStrategy === 'SHARED_POOL' || connectionStrategy === 'SESSION_POOLS';

/** A shard cannot do with less than one connection, so a small pool grows with the shards, and its author is warned. */
function checkEnough(plan: Plan, findings: Findings): void {
  const phases = plannedPhases(plan);
  for (const { key, connections } of plan.benchmark.targets.filter(isShared)) {
    const raised = phases.filter((phase) => phase.shards > connectionsOf(phase, connections.max));
    if (raised.length === 0) continue;
    const total = Math.max(
      ...phases.map(
        (phase) => Math.max(phase.shards, connectionsOf(phase, connections.max)) * phase.concurrency,
      ),
    );
    findings.warning(
      ['http'],
      `sharedConnections of ${key}: ${connections.max} are too few for the shards of ${listed(raised.map(({ name }) => name))}; every shard gets 1, up to ${total} in all`,
      `set sharedConnections to ${total}, or use fewer shards`,
    );
  }
}

/** A connection is a file descriptor, and a shard in the cloud has about a thousand. */
function checkDescriptors(plan: Plan, findings: Findings): void {
  const crowded = plannedPhases(plan).filter(
    (phase) => descriptorsOf(plan, phase) > planning.descriptorsShard,
  );
  const worst = crowded.toSorted((one, other) => descriptorsOf(plan, other) - descriptorsOf(plan, one))[0];
  if (worst === undefined) return;
  const each = descriptorsOf(plan, worst);
  const shards = Math.ceil((each * worst.shards) / planning.descriptorsShard);
  findings.warning(
    ['http'],
    `each of ${worst.shards} shards of ${listed(crowded.map(({ name }) => name))} may open ${each} connections, more than the ${planning.descriptorsShard} that the file descriptors of a shard allow`,
    `use ${shards} shards, or fewer connections`,
  );
}

const descriptorsOf = ({ benchmark }: Plan, phase: PlannedPhase): number =>
  phase.shards === 0
    ? 0
    : benchmark.targets.reduce((sum, target) => sum + connectionsPerShard(target, phase), 0);

function listed(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, planning.phasesNamedMax), names.length - planning.phasesNamedMax];
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
