import { listPrices } from '../../../facts/prices.ts';
import { billOf, leftOut, totalOf } from '../../cost/bill.ts';
import { roundsOf, type Usage, usageOf } from '../../cost/usage.ts';
import { planning } from '../../planning/limits.ts';
import { groupsFor } from '../../planning/sharding/merge-groups.ts';
import { countIn } from '../../statistics/wire/row-cursor.ts';
import type { PhaseView, RunRecord } from '../run-record.ts';

/**
 * The cost of the run. The time of drives, requests and bytes of bodies are measured. All other numbers are
 * computed from them. A run on one machine costs nothing: there, the numbers are the cost of the same run in
 * AWS.
 */
export function costEntry(record: RunRecord, views: readonly PhaseView[]) {
  const usage = usageOfRun(record, views);
  const parts = billOf(usage);
  return {
    estimate: record.plan.estimate,
    charged: (record.place ?? 'cloud') === 'cloud',
    dollars: totalOf(parts),
    parts,
    usage,
    leftOut,
    pricesAsOf: listPrices.asOf,
  };
}

function usageOfRun({ plan, startedAt, phases }: RunRecord, views: readonly PhaseView[]): Usage {
  const sumOf = (name: 'requests' | 'bytesSent'): number =>
    views.reduce((sum, { merged }) => sum + countIn(merged.rows, name), 0);
  const waits = phases.map(({ t0, endedAt }) => (t0 ?? endedAt ?? startedAt) - startedAt);
  return usageOf({
    phases: phases.length,
    drives: views.reduce((sum, view) => sum + drivesIn(view), 0),
    groups: views.reduce((sum, view) => sum + groupsFor(drivesIn(view)), 0),
    driveMs: views.reduce((sum, view) => sum + driveMsOf(view), 0),
    rounds: waits.reduce((sum, waitMs) => sum + roundsOf(waitMs), 0),
    requests: sumOf('requests'),
    bytesSent: sumOf('bytesSent'),
    fargate: plan.fargate,
  });
}

const drivesIn = (view: PhaseView): number => deliveredBy(view).length + view.delivery.lost.length;

const deliveredBy = ({ merged }: PhaseView): PhaseView['merged']['drives'] =>
  merged.drives.filter(({ outcome }) => outcome.result !== 'lost');

/**
 * The time of all drives of a phase in milliseconds, for which AWS charges. A lost drive counts with its
 * whole segment.
 */
function driveMsOf(view: PhaseView): number {
  const { delivery, plan } = view;
  const known = deliveredBy(view).map(
    ({ outcome: { billedMs, startedAt, terminatedAt } }) =>
      billedMs ?? terminatedAt - startedAt + planning.segmentOverheadMs,
  );
  const lost = delivery.lost.map(({ segment }) => {
    const { startMs = 0, endMs = 0 } = plan.segments[segment] ?? {};
    return endMs - startMs + planning.segmentOverheadMs;
  });
  return [...known, ...lost].reduce((sum, ms) => sum + ms, 0);
}
