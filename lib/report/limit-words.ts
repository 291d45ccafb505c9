import type { RunDocument } from '../driver/run/document.ts';
import { latency, percent } from './units.ts';

type Verdict = RunDocument['verdicts'][number];

/** A limit in words, without what was measured: the same in every run of a document. */
export function limitWords({
  criterion,
  limit,
  quantile,
  passed,
}: Pick<Verdict, 'criterion' | 'limit' | 'quantile' | 'passed'>): string {
  switch (criterion) {
    case 'failedRatio':
      return limit >= 1 ? 'any number of failed requests' : `at most ${percent(limit)} failed requests`;
    case 'errorRatio':
      return `errors below ${percent(limit)}`;
    case 'invalidRatio':
      return `invalid responses below ${percent(limit)}`;
    case 'meanResponseTime':
      return `mean below ${latency(limit)}`;
    case 'blockedRatio':
      return `at most ${percent(limit)} of the time waiting for a connection`;
    case 'limit':
      return `${quantileName(quantile)} below ${latency(limit)}`;
    case 'sessionLimit':
      // With CONTINUE it is no limit: whoever comes later waits.
      return passed ? `users beyond ${limit} at once wait` : `at most ${limit} users at once`;
  }
}

/** `p99.9` of 0.999. */
export function quantileName(quantile = 0): string {
  return `p${Number((quantile * 100).toFixed(4))}`;
}

/** The name of a metric in sentences. */
export function placeOf({
  phase,
  metric,
}: {
  readonly phase: string;
  readonly metric?: string | null;
}): string {
  return typeof metric === 'string' ? `${phase} / ${metric}` : phase;
}
