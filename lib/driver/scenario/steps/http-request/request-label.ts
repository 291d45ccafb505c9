import type { Metric } from '../../metric.ts';
import type { TextDefinition } from '../../sources.ts';

/** The words for a request in reports: `GET /products`. Without the query, which may contain tokens. */
export function requestWords(method: string, path: TextDefinition): string {
  const text = 'fromVar' in path ? `\${${path.fromVar}}` : 'pattern' in path ? path.pattern : path.literal;
  const [place = ''] = text.split('?');
  return `${method} ${place.length > wordsMax ? `${place.slice(0, wordsMax)}…` : place}`;
}

/** The most characters of these words, because longer names make a table unreadable. */
const wordsMax = 60;

/** The metric of all requests of a step. Absent when rules decide for each request. */
export const fixedMetric = (metric: Metric): { readonly metric?: string } =>
  typeof metric === 'string' ? { metric } : {};
