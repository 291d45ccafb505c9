import { time } from '../../judging/criteria.ts';
import { Histogram } from '../../statistics/histograms/histogram.ts';
import { highestOf, lowestOf } from '../../statistics/histograms/layout.ts';
import { RowCursor } from '../../statistics/wire/row-cursor.ts';
import { suspecting } from '../limits.ts';
import type { PhaseView } from '../run-record.ts';

/**
 * The notice about requests that got no response until their users were stopped, after a much longer wait
 * than every response of their metric. They are no failures, and percentiles leave them out, so a target that
 * stops answering would look fast. Undefined without such requests, and in a phase without responses, which
 * fails.
 */
export function cutOffNotice({ merged, suspicions }: PhaseView): string | undefined {
  const metrics = new Map<string, { readonly responses: Histogram; readonly cutOff: Histogram }>();
  for (const cursor = new RowCursor(merged.rows); cursor.next(); ) {
    const times = metrics.get(cursor.metric) ?? { responses: new Histogram(), cutOff: new Histogram() };
    metrics.set(cursor.metric, times);
    const [answered, unanswered] = [cursor.rangeOf('latency'), cursor.rangeOf('unanswered')];
    if (answered !== undefined) cursor.addAt(answered, times.responses);
    if (unanswered !== undefined) cursor.addAt(unanswered, times.cutOff);
  }
  if ([...metrics.values()].every(({ responses }) => responses.count === 0)) return undefined;
  // During a pause of the load generator, the requests waited for the generator and not for the target.
  const pauseNs = suspicions.find(({ reason }) => reason === 'stall')?.measured ?? 0;
  let [requests, longestNs] = [0, 0];
  for (const { responses, cutOff } of metrics.values()) {
    let slowestNs = 0;
    responses.each((slot) => {
      slowestNs = highestOf(slot);
    });
    cutOff.each((slot, count) => {
      if (lowestOf(slot) <= slowestNs + pauseNs + suspecting.cutOffExcessNsMax) return;
      requests += count;
      longestNs = Math.max(longestNs, lowestOf(slot));
    });
  }
  if (requests === 0) return undefined;
  const [waited, whose] =
    requests === 1
      ? ['1 request waited', 'its user was']
      : [`${requests} requests waited up to`, 'their users were'];
  return (
    `${waited} ${time(longestNs)} without a response until ${whose} stopped, longer than every response of the same ` +
    'metric: percentiles leave such requests out; with a shorter requestTimeout they count as failed'
  );
}
