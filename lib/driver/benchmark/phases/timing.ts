import type { ArrivalKind, PhaseBody } from '../../arrivals/arrival-kind.ts';
import { named } from '../../declaration/field.ts';
import { millis } from '../../declaration/times.ts';
import type { Path } from '../../document/problem.ts';
import { readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';
import type { PhaseDefinition } from './definition.ts';

export const timingFields = {
  startTime: named(
    'phaseStartTime',
    millis('Start of the phase, counted from the start of the benchmark. When absent: 0.', '10s'),
  ),
  duration: named(
    'phaseDuration',
    millis('Time from the start of the phase during which new users start. Then the phase is finished.'),
  ),
  maxDuration: named(
    'phaseMaxDuration',
    millis(
      'Time from the start of the phase after which Downpour ends the users that are still active. Then the phase is terminated.',
      '60s',
    ),
  ),
};

/** Reads when a phase starts and how long it lasts. */
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

/** The latest end of a phase: `maxDuration`, but at least the duration. Undefined without `maxDuration`. */
function atLeast(
  durationMs: number | undefined,
  maxDurationMs: number | undefined,
  at: Path,
  { findings }: Checking,
): number | undefined {
  if (maxDurationMs === undefined || durationMs === undefined || maxDurationMs >= durationMs)
    return maxDurationMs;
  findings.warning(
    at,
    'maxDuration is shorter than duration, so Downpour uses the value of duration for both',
    'write a longer maxDuration, or remove maxDuration',
  );
  return durationMs;
}
