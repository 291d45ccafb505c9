import type { Metric } from '../../metric.ts';
import type { TextDefinition } from '../../sources.ts';

/**
 * The words for a request in reports, such as `GET /products`. The query is left out, because it may contain
 * tokens.
 */
export function requestWords(method: string, path: TextDefinition): string {
  const text = 'fromVar' in path ? `\${${path.fromVar}}` : 'pattern' in path ? path.pattern : path.literal;
  const [place = ''] = text.split('?');
  return `${method} ${place.length > wordsMax ? `${place.slice(0, wordsMax)}…` : place}`;
}

/** The most characters of the path in the words for a request. A longer path makes a table unreadable. */
const wordsMax = 60;

/** The metric of a request step if it is fixed. Empty when rules decide for each request. */
export const fixedMetric = (metric: Metric): { readonly metric?: string } =>
  typeof metric === 'string' ? { metric } : {};
