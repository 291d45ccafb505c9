import type { ArrivalKind, PhaseBody } from '../../arrivals/arrival-kind.ts';
import type { Path } from '../../document/problem.ts';
import { parseMillis } from '../../document/time.ts';
import type { Checking } from '../valid-part.ts';
import type { PhaseDefinition } from './definition.ts';

/** When a phase starts and how long it lasts. */
export function parseTiming(
  kind: ArrivalKind,
  body: PhaseBody,
  at: Path,
  checking: Checking,
): PhaseDefinition['timing'] {
  const startTimeMs = timeAt([...at, 'startTime'], checking) ?? 0;
  const writtenMs = timeAt([...at, 'duration'], checking);
  const durationMs = kind.parseDuration(writtenMs, body);
  const maxDurationMs = atLeast(durationMs, [...at, 'maxDuration'], checking);
  return {
    startTimeMs,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(maxDurationMs === undefined ? {} : { maxDurationMs }),
  };
}

/** Undefined when it is not written, or wrong. */
export function timeAt(at: Path, { document, findings }: Checking): number | undefined {
  const written = document.read(at);
  return written === undefined ? undefined : parseMillis(written, at, findings);
}

/** A hard end before the end of the duration would cut the duration; the longer one counts. */
function atLeast(durationMs: number | undefined, at: Path, checking: Checking): number | undefined {
  const maxDurationMs = timeAt(at, checking);
  if (maxDurationMs === undefined || durationMs === undefined || maxDurationMs >= durationMs)
    return maxDurationMs;
  checking.findings.warning(at, 'maxDuration is shorter than duration and is taken to be as long');
  return durationMs;
}
