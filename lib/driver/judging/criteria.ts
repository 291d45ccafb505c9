import { numbered, plural } from '../../words.ts';
import type { CriterionName, Sla } from '../model/sla.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import { summarise } from '../statistics/histograms/summary-statistics.ts';
import type { Counters } from '../statistics/partial.ts';
import type { Tally } from '../statistics/tally.ts';

/**
 * Whether a busy generator may have caused timeouts. `doubtful`: it may. `certain`: it was never late enough
 * for that.
 */
export type Timeouts = 'doubtful' | 'certain';

/** A limit of an SLA, with the function that measures its value and its messages. */
export type Criterion = {
  readonly criterion: CriterionName;
  /** The quantile of a percentile limit, from 0 to 1 (0.99 for 99 %). */
  readonly quantile?: number;
  readonly limit: number;
  /**
   * Measures the value that the limit bounds: a ratio, or nanoseconds. Returns 0 when there is nothing to
   * measure; 0 breaks no limit.
   */
  readonly measure: (tally: Tally) => number;
  /**
   * False when there is nothing to measure, so that the limit is neither kept nor broken. Absent: the limit
   * applies as soon as there are requests.
   */
  readonly applies?: (tally: Tally) => boolean;
  /**
   * Measures only the part of the value that no busy generator can cause. Absent when a busy generator can
   * cause all of it. Timeouts are left out unless `timeouts` is `certain`. Connections that were closed
   * between two requests are always left out.
   */
  readonly certain?: (tally: Tally, timeouts?: Timeouts) => number;
  /** True for a limit on times. A busy generator makes times longer. */
  readonly isTime?: true;
  /**
   * True when a pause of a few seconds does not break the limit, because the limit is about a lasting state.
   */
  readonly sparesPauses?: true;
  readonly fails: (measured: number) => boolean;
  readonly explain: (measured: number, tally: Tally) => string;
  /** The advice for the user when the limit is broken, if there is any. */
  readonly advice?: (tally: Tally) => string | undefined;
};

export function criteriaOf(sla: Sla): readonly Criterion[] {
  const { errorRatio, invalidRatio, meanResponseTimeNs, blockedRatio, limits = [] } = sla;
  return [
    ...(errorRatio === undefined ? [] : [errors(errorRatio)]),
    ...(invalidRatio === undefined ? [] : [invalid(invalidRatio)]),
    ...(meanResponseTimeNs === undefined ? [] : [mean(meanResponseTimeNs)]),
    ...(blockedRatio === undefined ? [] : [blocked(blockedRatio)]),
    ...limits.map(([quantile, ns]) => quantileLimit(quantile, ns)),
  ];
}

/** The default limits of a request step. They apply where the document sets no limit. */
export type Defaults = {
  /** The largest share of requests that may fail or be invalid. Absent: no such limit. */
  readonly failedRatio?: number;
  readonly blockedRatio?: number;
};

/**
 * The default limits of a request step. A limit in the document replaces its part of the defaults: errors,
 * invalid responses or waiting.
 */
export function defaultCriteria(defaults: Defaults, written: readonly Sla[]): readonly Criterion[] {
  const writes = (name: keyof Sla): boolean => written.some((sla) => sla[name] !== undefined);
  const parts = { errors: !writes('errorRatio'), invalid: !writes('invalidRatio') };
  const { failedRatio, blockedRatio } = defaults;
  return [
    ...(failedRatio === undefined || !(parts.errors || parts.invalid) ? [] : [failed(failedRatio, parts)]),
    ...(blockedRatio === undefined || writes('blockedRatio')
      ? []
      : [{ ...blocked(blockedRatio), sparesPauses: true as const }]),
  ];
}

/** The number of requests that ended in an error. A timeout counts once, although it is also invalid. */
export function errorsOf(counters: Counters): number {
  return counters.connectionErrors + counters.timeouts + counters.internalErrors;
}

export function blockedRatioOf({ counters, responseTimes }: Tally): number {
  const responding = summarise(responseTimes).meanNs * responseTimes.count;
  return ratio(counters.blockedNs, counters.blockedNs + responding);
}

export function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function errors(limit: number): Criterion {
  return {
    criterion: 'errorRatio',
    limit,
    measure: ({ counters }) => ratio(errorsOf(counters), counters.requests),
    certain: ({ counters }, timeouts) =>
      ratio(errorsOf(counters) - doubtfulOf(counters, timeouts), counters.requests),
    fails: reached(limit),
    explain: (measured, { counters }) =>
      `${percent(measured)} of ${numbered(counters.requests, 'request')} ended in an error, ${limitText(limit)} ` +
      `(${numbered(counters.connectionErrors, 'connection error')}, ${numbered(counters.timeouts, 'timeout')}, ${numbered(counters.internalErrors, 'internal error')})`,
  };
}

function invalid(limit: number): Criterion {
  return {
    criterion: 'invalidRatio',
    limit,
    measure: ({ counters }) => (counters.responses > 0 ? ratio(counters.invalid, counters.requests) : 0),
    // A doubtful error (a busy generator may have caused it) also makes its request invalid. Such a request
    // does not count as certain.
    certain: ({ counters }, timeouts) => {
      const sure = Math.max(0, counters.invalid - doubtfulOf(counters, timeouts));
      return counters.responses > 0 ? ratio(sure, counters.requests) : 0;
    },
    fails: reached(limit),
    explain: (measured, { counters }) =>
      `${percent(measured)} of ${numbered(counters.requests, 'request')} ${plural('was', counters.requests, 'were')} marked invalid, ${limitText(limit)} ` +
      `(${numbered(counters.status4xx, 'response 4xx', 'responses 4xx')}, ${numbered(counters.status5xx, 'response 5xx', 'responses 5xx')}${otherReasonsText(counters)})`,
    advice: statusAdvice,
  };
}

/**
 * The advice when most failures are responses with a status 4xx or 5xx, and no handler of the document
 * counted anything. Such a run does not have the exact statuses.
 */
function statusAdvice({ counters, extensions }: Tally): string | undefined {
  const { status4xx, status5xx } = counters;
  if (!extensions.empty || status4xx + status5xx <= errorsOf(counters)) return undefined;
  return "to see the exact statuses in the next run, write 'handler: { status: stats }' in the request";
}

/**
 * The number of responses that are invalid, but not because of a status 4xx or 5xx. The reason is a handler,
 * a redirect, a damaged body or another status. The true number may be higher, because a document may accept
 * some 4xx and 5xx.
 */
const otherwiseInvalid = (counters: Counters): number =>
  Math.max(0, onlyInvalidOf(counters) - counters.status4xx - counters.status5xx);

function otherReasonsText(counters: Counters): string {
  const count = otherwiseInvalid(counters);
  return count === 0 ? '' : `, ${count} for other reasons`;
}

type Parts = { readonly errors: boolean; readonly invalid: boolean };

/**
 * The limit on the share of failed requests. A share equal to the limit is allowed: with 1 %, one of 100 may
 * fail.
 */
function failed(limit: number, parts: Parts): Criterion {
  const count = ({ counters }: Tally): number => {
    return (parts.errors ? errorsOf(counters) : 0) + (parts.invalid ? onlyInvalidOf(counters) : 0);
  };
  const sure = (tally: Tally, timeouts?: Timeouts): number =>
    parts.errors ? Math.max(0, count(tally) - doubtfulOf(tally.counters, timeouts)) : count(tally);
  return {
    criterion: 'failedRatio',
    limit,
    measure: (tally) => ratio(count(tally), tally.counters.requests),
    certain: (tally, timeouts) => ratio(sure(tally, timeouts), tally.counters.requests),
    fails: (measured) => measured > limit,
    explain: (measured, tally) =>
      `${count(tally)} of ${numbered(tally.counters.requests, 'request')} failed (${percent(measured)}), ` +
      `${limitText(limit)}${kindsOf(tally.counters, parts)}`,
    ...(parts.invalid ? { advice: statusAdvice } : {}),
  };
}

/** A limit on failures, in words for a message. */
const limitText = (limit: number): string =>
  limit === 0 ? 'and the limit allows none' : `the limit is ${percent(limit)}`;

/**
 * The number of errors that a busy generator may have caused. While the generator stalls, its requests time
 * out, and targets close its idle connections.
 */
const doubtfulOf = ({ timeouts, staleConnections }: Counters, of: Timeouts = 'doubtful'): number =>
  staleConnections + (of === 'doubtful' ? timeouts : 0);

/** The number of requests that failed because their response was invalid, not because of an error. */
const onlyInvalidOf = (counters: Counters): number => Math.max(0, counters.failed - errorsOf(counters));

type Kind = readonly [count: number, one: string, many?: string];

/** The failures by their kind, for a message: `: 3 timeouts, 43 responses 5xx`. Empty without failures. */
function kindsOf(counters: Counters, parts: Parts): string {
  const ofErrors: Kind[] = [
    [counters.connectionErrors, 'connection error'],
    [counters.timeouts, 'timeout'],
    [counters.internalErrors, 'internal error'],
  ];
  const ofResponses: Kind[] = [
    [counters.status4xx, 'response 4xx', 'responses 4xx'],
    [counters.status5xx, 'response 5xx', 'responses 5xx'],
    [otherwiseInvalid(counters), 'invalid response'],
  ];
  const kinds = [
    ...(parts.errors ? ofErrors : []),
    ...(parts.invalid && onlyInvalidOf(counters) > 0 ? ofResponses : []),
  ]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => numbered(count, one, many));
  return kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
}

function mean(limit: number): Criterion {
  return {
    criterion: 'meanResponseTime',
    isTime: true,
    limit,
    applies: hasTimes,
    measure: (tally) => atLeast(tally, meanOf),
    fails: reached(limit),
    explain: (measured, tally) => {
      const cut = measured > meanOf(tally.responseTimes) ? unansweredText(tally) : '';
      return `the mean response time was ${cut && 'at least '}${time(measured)}${cut}, the limit is ${time(limit)}`;
    },
  };
}

function blocked(limit: number): Criterion {
  return {
    criterion: 'blockedRatio',
    isTime: true,
    limit,
    measure: blockedRatioOf,
    fails: (measured) => measured > limit,
    explain: (measured, { counters }) =>
      `requests waited ${time(counters.blockedNs)} for a free connection, ${percent(measured)} of the time, ` +
      `the limit is ${percent(limit)}`,
    advice: () => blockedAdvice,
  };
}

/**
 * The advice when requests wait too long for a free connection. New users of Downpour often break this limit
 * first. The target has no fault.
 */
export const blockedAdvice =
  'the generator had too few connections; the target was not slow: raise sharedConnections of the target, ' +
  'or allow waiting with blockedRatio in the sla of the step';

function quantileLimit(quantile: number, limit: number): Criterion {
  const timeAt = (times: Histogram): number => valueAtPercentile(times, quantile * 100);
  return {
    criterion: 'limit',
    isTime: true,
    quantile,
    limit,
    applies: hasTimes,
    measure: (tally) => atLeast(tally, timeAt),
    fails: reached(limit),
    explain: (measured, tally) => {
      const cut = measured > timeAt(tally.responseTimes) ? unansweredText(tally) : '';
      return `${percent(quantile)} of responses came within ${time(measured)}${cut && ' at best'}${cut}, the limit is ${time(limit)}`;
    },
  };
}

const hasTimes = ({ responseTimes, unanswered }: Tally): boolean =>
  responseTimes.count + unanswered.count > 0;

const meanOf = (times: Histogram): number => summarise(times).meanNs;

/**
 * A measure of response times. It also includes the waiting times of requests without a response if that
 * makes it larger. Their responses would have taken at least that long.
 */
function atLeast({ responseTimes, unanswered }: Tally, measure: (times: Histogram) => number): number {
  if (unanswered.count === 0) return measure(responseTimes);
  const all = new Histogram();
  all.add(responseTimes);
  all.add(unanswered);
  return Math.max(measure(responseTimes), measure(all));
}

const unansweredText = ({ unanswered: { count } }: Tally): string =>
  `, including ${count === 1 ? 'one request' : `${count} requests`} that had no response when ${count === 1 ? 'its user was' : 'their users were'} stopped`;

/**
 * Makes the check of a limit: broken when the measured value reaches it. A value of 0 breaks no limit, not
 * even a limit of 0, because nothing happened.
 */
function reached(limit: number): Criterion['fails'] {
  return (measured) => measured > 0 && measured >= limit;
}

export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))} %`;
}

export function time(ns: number): string {
  const units = [
    ['s', 1e9],
    ['ms', 1e6],
    ['µs', 1e3],
  ] as const;
  const [unit, size] = units.find(([, each]) => ns >= each) ?? ['ns', 1];
  return `${Number((ns / size).toPrecision(4))} ${unit}`;
}
