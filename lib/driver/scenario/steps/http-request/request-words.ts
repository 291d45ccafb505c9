import type { Metric } from '../../metric.ts';
import type { TextDefinition } from '../../sources.ts';

/** `GET /products`. Without its query, where tokens are. */
export function requestWords(method: string, path: TextDefinition): string {
  const text = 'fromVar' in path ? `\${${path.fromVar}}` : 'pattern' in path ? path.pattern : path.literal;
  const [place = ''] = text.split('?');
  return `${method} ${place.length > wordsMax ? `${place.slice(0, wordsMax)}…` : place}`;
}

/** Longer names make a table unreadable. */
const wordsMax = 60;

/** The metric of all requests of a step, where no rules decide. */
export const fixedMetric = (metric: Metric): { readonly metric?: string } =>
  typeof metric === 'string' ? { metric } : {};
