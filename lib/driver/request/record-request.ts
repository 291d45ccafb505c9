import type { RunningSequence, Session } from '../model/session.ts';
import type { MetricRecorder } from '../statistics/recording/metric-recorder.ts';
import { secondAt } from '../statistics/second-at.ts';

/**
 * The way in which a request ended. `internal`: Downpour could not send the request, or a handler of the
 * response threw an error. `cancelled`: the session of the request was stopped.
 */
export type Ending = 'response' | 'timeout' | 'connection' | 'internal' | 'cancelled';

/**
 * The record of one request, for the statistics. Its instants are nanoseconds since T0. They are in this
 * order: intended (latency counts from here), due (the session should have continued), ready (the session did
 * continue), sent (a connection was free), ended.
 */
export type RequestRecord = {
  ending: Ending;
  /** The status of the response. 0 when there is no response, or when the protocol has no status. */
  status: number;
  /** True unless a check or a handler has marked the response as invalid. */
  valid: boolean;
  /** True when an action at the end of the request has thrown an error. */
  completionFailed: boolean;
  /**
   * True when the request ended with a connection error because the target had closed a connection that had
   * been used before.
   */
  stale: boolean;
  /**
   * True when nothing was sent to the target: the user's cache had the response, or only the cache was
   * allowed to answer and had none.
   */
  unsent: boolean;
  /** The bytes of the request's body. */
  bytesSent: number;
  bytesReceived: number;
  intendedNs: number;
  dueNs: number;
  readyNs: number;
  sentNs: number;
  endedNs: number;
};

/** Makes an empty record. Each exchange has one record and uses it again for each request. */
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

/** Records that a request is ready to be sent. From now on, its session waits for its end. */
export function recordReady(
  request: RequestRecord,
  session: Session,
  sequence: RunningSequence,
  bytesSent: number,
): void {
  begin(request, session, session.dueNs, bytesSent);
  request.intendedNs = session.requestBegins(sequence);
}

/**
 * Records a request that follows another one, such as a redirect. Its session already waits, since the first
 * of these requests.
 */
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

/** Counts a request when it gets its connection and is sent. */
export function recordSent(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const { counters } = metric.at(secondOf(request));
  counters.requests += 1;
  counters.bytesSent += request.bytesSent;
  counters.blockedNs += request.sentNs - request.readyNs;
  recordLateness(metric, request);
}

/**
 * Counts the waiting time of a request that was never sent, because its user was stopped before a connection
 * was free.
 */
export function recordWithdrawn(
  metric: MetricRecorder,
  request: Readonly<RequestRecord>,
  nowNs: number,
): void {
  metric.at(secondOf(request)).counters.blockedNs += nowNs - request.readyNs;
}

/**
 * Counts that a request is sent again on another connection, because the first connection could not carry it.
 * It still counts as one request.
 */
export function recordResent(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const { counters } = metric.at(secondOf(request));
  counters.resent += 1;
  counters.bytesSent += request.bytesSent;
}

/** Counts a request that the cache of its user answers, with a stored response or with status 504. */
export function recordUnsent(metric: MetricRecorder, request: RequestRecord): void {
  request.unsent = true;
  request.sentNs = request.readyNs;
  const { counters } = metric.at(secondOf(request));
  counters.requests += 1;
  counters.cacheHits += 1;
  recordLateness(metric, request);
}

/**
 * Records how late the generator prepared a request, in the second of the sending, because it shows the state
 * of the generator in that second.
 */
function recordLateness(metric: MetricRecorder, request: Readonly<RequestRecord>): void {
  const second = secondOf(request);
  const sentSecond = secondAt(request.sentNs);
  if (sentSecond > second) metric.sentLater(second, sentSecond);
  metric.at(sentSecond).recordLateness(request.readyNs - request.dueNs);
}

/**
 * Counts how a sent request has ended. Only a request with a response has response times. An error also
 * counts as invalid. If the session cancelled its request, only the bytes and the waiting time count.
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
 * The second of the intended start of a request. The numbers of the request count in this second, no matter
 * when it is sent and when it ends. Only its lateness and the arrival of its response (`answered`) count in
 * their own second. So a user who was due while the target or the generator stalled counts in the time of
 * that stall.
 */
export const secondOf = ({ intendedNs }: Readonly<RequestRecord>): number => secondAt(intendedNs);

function counterOf(status: number): 'status2xx' | 'status3xx' | 'status4xx' | 'status5xx' | 'statusOther' {
  if (status < 200) return 'statusOther';
  if (status < 300) return 'status2xx';
  if (status < 400) return 'status3xx';
  if (status < 500) return 'status4xx';
  return status < 600 ? 'status5xx' : 'statusOther';
}
