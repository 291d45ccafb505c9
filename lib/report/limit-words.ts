import type { CriterionName } from '../driver/model/sla.ts';
import { metricName } from './metric-name.ts';
import { counted, latency, percent } from './units.ts';

/** A limit and its measured value, from which reports and web pages make the words of the limit. */
export type LimitFacts = {
  readonly criterion: CriterionName;
  readonly limit: number;
  readonly quantile?: number;
  readonly measured: number;
};

/** Describes a limit without the measured value, so the words are the same in every run of a document. */
export function limitWords({
  criterion,
  limit,
  quantile,
  passed,
}: Pick<LimitFacts, 'criterion' | 'limit' | 'quantile'> & { readonly passed?: boolean }): string {
  switch (criterion) {
    case 'failedRatio':
      return limit >= 1
        ? 'any number of failed requests'
        : limit === 0
          ? 'no failed requests'
          : `at most ${share(limit)} failed requests`;
    case 'errorRatio':
      return limit === 0 ? 'no errors' : `errors below ${share(limit)}`;
    case 'invalidRatio':
      return limit === 0 ? 'no invalid responses' : `invalid responses below ${share(limit)}`;
    case 'meanResponseTime':
      return `mean below ${time(limit)}`;
    case 'blockedRatio':
      return limit >= 1
        ? 'any time that requests wait for a connection'
        : `at most ${share(limit)} of the time waiting for a connection`;
    case 'limit':
      return `${quantileName(quantile)} below ${time(limit)}`;
    case 'sessionLimit':
      // With CONTINUE, the number of users is not a limit that can break: users above it wait.
      return passed
        ? `users above ${limit} at the same time wait`
        : `at most ${counted(limit, 'user')} at once`;
  }
}

/** A share as a percentage. A limit is printed exactly, because a rounded limit would be another limit. */
const share = (limit: number): string => `${Number((limit * 100).toPrecision(digits))} %`;

function time(ns: number): string {
  const [unit, size] = timeUnits.find(([, each]) => ns >= each) ?? ['ns', 1];
  return `${Number((ns / size).toPrecision(digits))}${unit}`;
}

const timeUnits = [
  ['s', 1e9],
  ['ms', 1e6],
  ['µs', 1e3],
] as const;
const digits = 9;

/** Describes the measured value of a limit, in the unit of the limit. */
export function measuredWords({ criterion, measured }: Pick<LimitFacts, 'criterion' | 'measured'>): string {
  switch (criterion) {
    case 'failedRatio':
    case 'errorRatio':
    case 'invalidRatio':
    case 'blockedRatio':
      return percent(measured);
    case 'meanResponseTime':
    case 'limit':
      return latency(measured);
    case 'sessionLimit':
      return `${counted(measured, 'user')} had to wait`;
  }
}

/** The name of a quantile: `p99.9` for 0.999. */
function quantileName(quantile = 0): string {
  return `p${Number((quantile * 100).toFixed(4))}`;
}

/**
 * The name of a phase and a metric in sentences, with the request if several requests have the same metric.
 */
export function placeOf({
  phase,
  ...named
}: {
  readonly phase: string;
  readonly metric?: string | null;
  readonly request?: string;
}): string {
  const name = metricName(named);
  return name === '' ? phase : `${phase} / ${name}`;
}
