import type { RunDocument } from '../../../driver/run/document.ts';

type Verdict = RunDocument['verdicts'][number];

/**
 * The time window in epoch milliseconds in which a limit was judged. Undefined when it is the whole phase.
 */
export function narrowWindowOf(
  { phase, metric, step, window: { startMs, endMs } }: Verdict,
  { stats }: Pick<RunDocument, 'stats'>,
): { readonly from: number; readonly to: number } | undefined {
  const entry = stats.find((each) => each.name === phase && each.metric === metric && each.stepId === step);
  const [first, last] = [entry?.series[0], entry?.series.at(-1)];
  if (entry === undefined || first === undefined || last === undefined) return undefined;
  if (endMs - startMs >= last.endTime - first.startTime) return undefined;
  return { from: entry.total.start + startMs, to: entry.total.start + endMs };
}
