import type { RunningSequence, Session } from '../model/session.ts';
import type { MetricRecorder } from '../statistics/recording/metric-recorder.ts';
import { secondAt } from '../statistics/second.ts';

/**
 * How a request ended. `internal`: this driver could not send it, or a handler of the response threw.
 * `cancelled`: its session was stopped.
 */
export type Ending = 'response' | 'timeout' | 'connection' | 'internal' | 'cancelled';

/**
 * One request as it is recorded. Instants in nanoseconds since T0, each at or after the one before it:
 * intended (latency counts from here), due (the session should have gone on), ready (it did), sent (a
 * connection was free), ended.
 */
export type RequestRecord = {
  ending: Ending;
  /** Of the response; 0 when none came, and where the protocol has none. */
  status: number;
  /** No check or handler has called the response invalid. */
  valid: boolean;
  /** An action that runs when the request is over threw. */
  completionFailed: boolean;
  /** It ended in a connection error because the target had closed a connection that was in use before. */
  stale: boolean;
  /** Its user's cache had the answer, or knew that there is none: nothing was sent. */
  unsent: boolean;
  /** Of the body. */
  bytesSent: number;
  bytesReceived: number;
  intendedNs: number;
  dueNs: number;
  readyNs: number;
  sentNs: number;
  endedNs: number;
};

/** Each exchange has one and writes it anew for each request. */
export const newRecord = (): RequestRecord => ({
  ending: 'response',
  status: 0,
  valid: true,
  completionFailed: false,
  stale: false,
  unsent: false,
  bytesSent: 0,
  bytesReceived: 0,
  intendedNs: 0,
  dueNs: 0,
  readyNs: 0,
  sentNs: 0,
  endedNs: 0,
});

/** A request is ready to be sent: its session waits for its end from now on. */
export function recordReady(
  request: RequestRecord,
  session: Session,
  sequence: RunningSequence,
  bytesSent: number,
): void {
  begin(request, session, session.dueNs, bytesSent);
  request.intendedNs = session.requestBegins(sequence);
}

/** As `recordReady`, for a request that follows another one for which the session waits already. */
export function recordFollowUp(
  request: RequestRecord,
  session: Session,
  dueNs: number,
  bytesSent: number,
): void {
  begin(request, session, dueNs, bytesSent);
  request.intendedNs = dueNs;
}

function begin(request: RequestRecord, session: Session, dueNs: number, bytesSent: number): void {
  request.ending = 'response';
  request.status = 0;
  request.valid = true;
  request.completionFailed = false;
  request.stale = false;
  request.unsent = false;
  request.bytesSent = bytesSent;
  request.bytesReceived = 0;
  request.readyNs = session.clock.nowNs();
  request.dueNs = dueNs;
}

/** Counts a request when it is handed to a connection. */
export function recordSent(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const { counters } = metric.at(secondOf(request));
  counters.requests += 1;
  counters.bytesSent += request.bytesSent;
  counters.blockedNs += request.sentNs - request.readyNs;
  recordLateness(metric, request);
}

/**
 * Counts that a request is handed to another connection because the first one could not carry it. It stays
 * one request.
 */
export function recordResent(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const { counters } = metric.at(secondOf(request));
  counters.resent += 1;
  counters.bytesSent += request.bytesSent;
}

/** Counts a request that its user's cache answers, with a response that it has kept or with 504. */
export function recordUnsent(metric: MetricRecorder, request: RequestRecord): void {
  request.unsent = true;
  request.sentNs = request.readyNs;
  const { counters } = metric.at(secondOf(request));
  counters.requests += 1;
  counters.cacheHits += 1;
  recordLateness(metric, request);
}

/** Lateness tells how the generator was in the second of sending, and stands there. */
function recordLateness(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const second = secondOf(request);
  const sentSecond = secondAt(request.sentNs);
  if (sentSecond > second) metric.sentLater(second, sentSecond);
  metric.at(sentSecond).recordLateness(request.readyNs - request.dueNs);
}

/**
 * Counts how a request that was sent has ended. Only a response that was sent for has times; an error is
 * invalid as well; a request that its own session cancelled counts its bytes and how long it waited.
 */
export function recordEnded(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const { ending, status, endedNs } = request;
  const sample = metric.at(secondOf(request));
  const { counters } = sample;
  counters.bytesReceived += request.bytesReceived;
  if (ending === 'cancelled') {
    const begin = metric.keepsUncompensated ? request.readyNs : request.intendedNs;
    sample.recordUnanswered(endedNs - begin);
    return;
  }
  if (ending !== 'response' || !request.valid || request.completionFailed) {
    counters.invalid += 1;
    counters.failed += 1;
  }
  if (status !== 0) counters[counterOf(status)] += 1;
  if (ending === 'timeout') counters.timeouts += 1;
  if (ending === 'connection') counters.connectionErrors += 1;
  if (request.stale) counters.staleConnections += 1;
  if (ending === 'internal' || request.completionFailed) counters.internalErrors += 1;
  if (ending === 'response' && !request.unsent) {
    counters.responses += 1;
    metric.answered(endedNs);
    sample.recordLatency(endedNs - request.intendedNs);
    sample.recordService(endedNs - request.sentNs);
    if (metric.keepsUncompensated) sample.recordUncompensated(endedNs - request.readyNs);
  }
}

/**
 * The second of the intended start, where all of a request but its lateness is counted, whenever it is sent
 * and ends: a user who would have come while the target or the generator stood still is counted while it did.
 */
export const secondOf = ({ intendedNs }: Readonly<RequestRecord>): number => secondAt(intendedNs);

function counterOf(status: number): 'status2xx' | 'status3xx' | 'status4xx' | 'status5xx' | 'statusOther' {
  if (status < 200) return 'statusOther';
  if (status < 300) return 'status2xx';
  if (status < 400) return 'status3xx';
  if (status < 500) return 'status4xx';
  return status < 600 ? 'status5xx' : 'statusOther';
}
