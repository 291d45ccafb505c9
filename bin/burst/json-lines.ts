import type { PhaseStatus } from '../../lib/api.generated.ts';
import { formatPath } from '../../lib/driver/document/path.ts';
import { failuresOf } from '../../lib/report/findings.ts';
import { failedPhases } from '../report/report-of-run.ts';
import type { problemsOf } from '../terminal/problems.ts';
import type { BurstResult } from './run-burst.ts';
import type { Watcher } from './status-watchers.ts';
import { noticesOf } from './visible-phases.ts';

/** The reason why a command could not continue. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly ReturnType<typeof problemEvent>[];
};

/** A problem of a document in the form of an event. */
export const problemEvent = ({
  file,
  problem: { line, column, path, message, hint },
}: ReturnType<typeof problemsOf>[number]) => ({ file, line, column, path: formatPath(path), message, hint });

/**
 * The events of a run for programs, one JSON object in a line. `schema/run-events.schema.json` describes
 * them.
 */
export class JsonLines {
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  readonly #phases = new Map<string, PhaseStatus>();
  readonly #noticed = new Set<string>();
  #state: string | undefined;

  /** `now` returns epoch milliseconds. */
  constructor(write: (line: string) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
  }

  /** Writes events for the changes since the last status. */
  readonly watch: Watcher = (status) => {
    const { id, benchmark, state } = status;
    if (state !== this.#state) this.#say('burst', { id, benchmark, state });
    this.#state = state;
    for (const phase of status.phases) this.#sayPhase(phase);
    for (const message of noticesOf(status.phases)) {
      if (!this.#noticed.has(message)) this.#say('notice', { message });
      this.#noticed.add(message);
    }
  };

  /**
   * Writes the last line. `exitCode` is that of the command, `error` is the reason why it could not continue,
   * and `result` is that of a finished burst.
   */
  end(exitCode: number, result: BurstResult | undefined, error?: Refusal): void {
    this.#write(JSON.stringify(resultEvent(this.#now(), exitCode, result, error)));
  }

  #sayPhase(phase: PhaseStatus): void {
    const before = this.#phases.get(phase.name);
    this.#phases.set(phase.name, phase);
    const { name, status, startsAt, durationMs, isWarmup, failed, failure, totals, live } = phase;
    const isNew = before?.status !== status || before.failed !== failed;
    const sayPhase = () =>
      this.#say('phase', { phase: name, status, startsAt, durationMs, isWarmup, failed, failure, totals });
    if (isNew && status === 'RUNNING') sayPhase();
    if (live !== undefined && live.second !== before?.live?.second)
      this.#say('second', { phase: name, ...live });
    if (isNew && status !== 'RUNNING') sayPhase();
  }

  #say(event: string, members: Readonly<Record<string, unknown>>): void {
    this.#write(JSON.stringify({ event, at: this.#now(), ...members }));
  }
}

/** The event in the last line. `at` is in epoch milliseconds. */
export function resultEvent(at: number, exitCode: number, result: BurstResult | undefined, error?: Refusal) {
  const outcome = result === undefined ? undefined : outcomeOf(result);
  return { event: 'result', at, exitCode, ...outcome, error };
}

function outcomeOf({ status, run }: BurstResult) {
  const { id, benchmark, state, runId, reason } = status;
  const failures = run === undefined ? failedPhases(status) : failuresOf(run);
  return { state, id, benchmark, runId, reason, failures, total: totalOf(run) };
}

/** The total of all phases except warm-ups. Times are in nanoseconds, and absent without a response. */
function totalOf(run: BurstResult['run']) {
  if (run?.total === undefined) return undefined;
  const { requestRate, summary } = run.total;
  const { requestCount, responseCount, failed, percentileResponseTime, maxResponseTime } = summary;
  return {
    requests: requestCount,
    responses: responseCount,
    failed,
    requestsPerSec: requestRate,
    ...(responseCount === 0
      ? {}
      : {
          latencyP50Ns: percentileResponseTime['50.0'],
          latencyP90Ns: percentileResponseTime['90.0'],
          latencyP99Ns: percentileResponseTime['99.0'],
          latencyMaxNs: maxResponseTime,
        }),
  };
}
