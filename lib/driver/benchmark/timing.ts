import type { Path } from '../document/problem.ts';
import { parseMillis } from '../document/time.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Kind } from './arrivals.ts';
import type { Checking } from './sound.ts';

type Timing = Pick<Phase, 'startTimeMs' | 'durationMs' | 'maxDurationMs'>;

/** When a phase starts and how long it lasts; reference sections 5.1 and 5.2. */
export function parseTiming(kind: Kind, at: Path, checking: Checking): Timing {
  const startTimeMs = timeAt([...at, 'startTime'], checking) ?? 0;
  const durationMs = parseDuration(kind, at, checking);
  const maxDurationMs = atLeast(durationMs, [...at, 'maxDuration'], checking);
  return {
    startTimeMs,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(maxDurationMs === undefined ? {} : { maxDurationMs }),
  };
}

function timeAt(at: Path, { document, findings }: Checking): number | undefined {
  const written = document.read(at);
  return written === undefined ? undefined : parseMillis(written, at, findings);
}

function parseDuration(kind: Kind, at: Path, checking: Checking): number | undefined {
  const { document, findings } = checking;
  const path = [...at, 'duration'];
  const durationMs = timeAt(path, checking);
  if (kind === 'noop') return durationMs;
  if (kind === 'atOnce') {
    if (durationMs !== undefined) findings.warning(path, 'duration is ignored, atOnce starts its users once');
    return undefined;
  }
  if (kind === 'always') {
    if (!document.lacks(at, 'duration')) return durationMs;
    findings.warning(at, 'always without a duration runs each user about once', "add 'duration'");
    return 0;
  }
  if (document.lacks(at, 'duration'))
    findings.error(at, `'duration' is missing, ${kind} needs to know how long users arrive`);
  else if (durationMs === 0) findings.error(path, `duration of ${kind} must be above 0`);
  return durationMs;
}

/** A hard end before the end of the duration would cut the duration; the longer one counts. */
function atLeast(durationMs: number | undefined, at: Path, checking: Checking): number | undefined {
  const maxDurationMs = timeAt(at, checking);
  if (maxDurationMs === undefined || durationMs === undefined || maxDurationMs >= durationMs)
    return maxDurationMs;
  checking.findings.warning(at, 'maxDuration is shorter than duration and is taken to be as long');
  return durationMs;
}
