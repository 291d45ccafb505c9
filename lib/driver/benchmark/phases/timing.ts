import type { ArrivalKind, PhaseBody } from '../../arrivals/arrival-kind.ts';
import type { Path } from '../../document/problem.ts';
import { readMembers } from '../members.ts';
import type { Checking } from '../valid-part.ts';
import type { PhaseDefinition } from './definition.ts';
import { timingFields } from './fields.ts';

/** When a phase starts and how long it lasts. */
export function parseTiming(
  kind: ArrivalKind,
  body: PhaseBody,
  at: Path,
  checking: Checking,
): PhaseDefinition['timing'] {
  const { startTime: startTimeMs = 0, duration, maxDuration } = readMembers(timingFields, at, checking);
  const durationMs = kind.parseDuration(duration, body);
  const maxDurationMs = atLeast(durationMs, maxDuration, [...at, 'maxDuration'], checking);
  return {
    startTimeMs,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(maxDurationMs === undefined ? {} : { maxDurationMs }),
  };
}

/**
 * The longer of the duration and the maximum duration, because an earlier hard end would cut the duration.
 */
function atLeast(
  durationMs: number | undefined,
  maxDurationMs: number | undefined,
  at: Path,
  { findings }: Checking,
): number | undefined {
  if (maxDurationMs === undefined || durationMs === undefined || maxDurationMs >= durationMs)
    return maxDurationMs;
  findings.warning(at, 'maxDuration is shorter than duration and is taken to be as long');
  return durationMs;
}
