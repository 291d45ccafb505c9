import type { RunDocument } from '../../lib/driver/run/document.ts';
import { bytes, exactly, latency } from '../terminal/units.ts';
import type { Report } from './report.ts';
import { few } from './report.ts';
import { limitsOf } from './verdicts.ts';

/** The lines below the table: statuses and bytes of all requests, how long users took, and the limits that were judged. */
export function factsOf(document: RunDocument): Report['facts'] {
  const facts: Report['facts'] = [
    ['status', statusesOf(document)],
    ['bytes', bytesOf(document)],
    ['users', usersOf(document)],
    ['judged', limitsOf(document)],
  ];
  return facts.filter(([, text]) => text !== '');
}

function statusesOf({ stats }: RunDocument): string {
  const classes = ['2xx', '3xx', '4xx', '5xx', 'other'] as const;
  const counts = classes.map((name) => {
    const count = stats.reduce((sum, { total }) => sum + total.summary.extensions.http[`status_${name}`], 0);
    return [name, count] as const;
  });
  return counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${exactly(count)} × ${name}`)
    .join(', ');
}

/** Of bodies; headers are not counted. */
function bytesOf({ stats }: RunDocument): string {
  const sum = (way: 'sent' | 'received'): number =>
    stats.reduce((all, { total }) => all + total.summary.extensions.bytes[way], 0);
  const [received, sent] = [sum('received'), sum('sent')];
  return received + sent === 0 ? '' : `${bytes(received)} in, ${bytes(sent)} out (bodies)`;
}

/** From the intended start of a user to the end of the scenario. */
function usersOf({ phases }: RunDocument): string {
  const texts = phases.flatMap(({ name, sessionTime }) => {
    if (sessionTime === null || sessionTime === undefined) return [];
    const { mean, percentiles } = sessionTime;
    const spread = `p50 ${latency(percentiles['50.0'])}, p99 ${latency(percentiles['99.0'])}`;
    return `${name} ${latency(mean)} on average (${spread})`;
  });
  return texts.length === 0 ? '' : `took from start to end: ${few(texts).join('; ')}`;
}
