import type { Plan } from '../../../lib/driver/model/plan.ts';
import { phasePlanAt } from '../../../lib/driver/planning/find-phase-plan.ts';
import { deliveryOf } from '../../../lib/driver/run/delivery.ts';
import type { PhaseResult } from '../../../lib/driver/run/settle-phase.ts';
import { latenessOf } from '../../../lib/driver/run/suspicions.ts';
import { countIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { measure } from '../../metrics.ts';

/**
 * Writes the CloudWatch metrics of a finished phase, from the results of its drives: at most two lines for
 * each phase, and none for each drive.
 */
export function measureSettled(plan: Plan, { phase, merged }: PhaseResult, seconds: number): void {
  measure({ MergeSeconds: seconds }, 'settle');
  const arrivals = plan.benchmark.phases[phase]?.arrivals;
  if (arrivals === undefined) return;
  const { missed, lost } = deliveryOf(phasePlanAt(plan, phase), arrivals, merged);
  const started = merged.drives.length - missed.length;
  const requests = countIn(merged.rows, 'requests');
  const lateness = latenessOf(merged);
  measure({
    DrivesStarted: started,
    DrivesMissed: missed.length,
    DrivesLost: lost.length,
    ...(started === 0 ? {} : { RequestsPerDrive: requests / started }),
    ...(lateness.count === 0 ? {} : { LatenessP99: lateness.percentiles['99.0'] / 1e6 }),
    StartSkew: Math.max(0, ...merged.drives.map(({ outcome }) => Math.abs(outcome.skewMs))),
  });
}
