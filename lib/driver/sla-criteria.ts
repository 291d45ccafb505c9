import type { Sla, Verdict } from './sla.ts';
import type { Counters } from './statistics/partial.ts';
import { summarise, valueAtPercentile } from './statistics/summary.ts';
import type { Tally } from './statistics/tally.ts';

/** One limit of an SLA: how it is measured, and how the outcome is told to people. Reference section 11. */
export type Criterion = {
  readonly criterion: Verdict['criterion'];
  /** For `limit`: 0 to 1. */
  readonly quantile?: number;
  readonly limit: number;
  /** A ratio or nanoseconds; 0 when there is nothing to measure, which never fails. */
  readonly measure: (tally: Tally) => number;
  readonly fails: (measured: number) => boolean;
  readonly explain: (measured: number, tally: Tally) => string;
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

/** A timeout counts once, as a timeout (reference section 20, trap 11). */
export function errorsOf(counters: Counters): number {
  return counters.connectionErrors + counters.timeouts + counters.internalErrors;
}

export function blockedRatioOf({ counters, latency }: Tally): number {
  const responding = summarise(latency).meanNs * latency.count;
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
    fails: reached(limit),
    explain: (measured, { counters }) =>
      `${percent(measured)} of ${counters.requests} requests ended in an error, the limit is ${percent(limit)} ` +
      `(${counters.connectionErrors} connection errors, ${counters.timeouts} timeouts, ${counters.internalErrors} internal errors)`,
  };
}

function invalid(limit: number): Criterion {
  return {
    criterion: 'invalidRatio',
    limit,
    measure: ({ counters }) => (counters.responses > 0 ? ratio(counters.invalid, counters.requests) : 0),
    fails: reached(limit),
    explain: (measured, { counters }) =>
      `${percent(measured)} of ${counters.requests} requests were marked invalid, the limit is ${percent(limit)} ` +
      `(${counters.status4xx} responses 4xx, ${counters.status5xx} responses 5xx)`,
  };
}

function mean(limit: number): Criterion {
  return {
    criterion: 'meanResponseTime',
    limit,
    measure: ({ latency }) => summarise(latency).meanNs,
    fails: reached(limit),
    explain: (measured) => `the mean response time was ${time(measured)}, the limit is ${time(limit)}`,
  };
}

function blocked(limit: number): Criterion {
  return {
    criterion: 'blockedRatio',
    limit,
    measure: blockedRatioOf,
    fails: (measured) => measured > limit,
    explain: (measured, { counters }) =>
      `requests waited ${time(counters.blockedNs)} for a free connection, ${percent(measured)} of the time, ` +
      `the limit is ${percent(limit)}${measured > limit ? blockedAdvice : ''}`,
  };
}

/** The first thing that new users meet, and it is not the target's fault. */
const blockedAdvice =
  '; the driver was short of connections, not the target slow: raise sharedConnections of the target, ' +
  'or allow waiting with blockedRatio in the sla of the step';

function quantileLimit(quantile: number, limit: number): Criterion {
  return {
    criterion: 'limit',
    quantile,
    limit,
    measure: ({ latency }) => valueAtPercentile(latency, quantile * 100),
    fails: reached(limit),
    explain: (measured) =>
      `${percent(quantile)} of responses came within ${time(measured)}, the limit is ${time(limit)}`,
  };
}

/** Where nothing happened (0) no limit is broken, not even one of 0. */
function reached(limit: number): Criterion['fails'] {
  return (measured) => measured > 0 && measured >= limit;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))} %`;
}

function time(ns: number): string {
  const units = [
    ['s', 1e9],
    ['ms', 1e6],
    ['us', 1e3],
  ] as const;
  const [unit, size] = units.find(([, each]) => ns >= each) ?? ['ns', 1];
  return `${Number((ns / size).toPrecision(4))} ${unit}`;
}
