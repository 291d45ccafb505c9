import { gzipSync } from 'node:zlib';
import type { RunDocument } from '../../driver/run/document.ts';
import { type Detail, pageData } from './data/assemble.ts';
import type { PageData } from './data/page-data.ts';
import type { Ranked } from './data/ranking.ts';

/**
 * The largest size of a page in bytes. A smaller limit applies to a run of at most ten minutes and 20
 * metrics.
 */
export const bytesMax = 1_000_000;
export const smallBytesMax = 300_000;
const small = { lengthMs: 600_000, metrics: 20 } as const;

/**
 * The largest number of columns (steps of time) of the charts that are merged into one. If the page is still
 * too large, metrics lose their charts.
 */
const coarserMax = 4;

/**
 * Makes the page, or a part of it, with as much detail as the budget allows. First columns become wider, then
 * fewer metrics have charts.
 *
 * @param size bytes of the whole page.
 */
export function fitting<Part>(
  run: RunDocument,
  ranked: readonly Ranked[],
  part: (data: PageData, block: string) => Part,
  size: (part: Part) => number,
): Part {
  const budget = budgetOf(run);
  let detail: Detail | undefined = { coarser: 1, metrics: ranked.length };
  for (;;) {
    const data: PageData = pageData(run, ranked, detail);
    const made = part(data, blockOf(data));
    detail = size(made) <= budget ? undefined : lessThan(detail);
    if (detail === undefined) return made;
  }
}

export function budgetOf({ stats, phases }: RunDocument): number {
  const starts = phases.map(({ start }) => start ?? Infinity);
  const ends = phases.map(({ end }) => end ?? -Infinity);
  const lengthMs = Math.max(0, ...ends) - Math.min(...starts);
  const isSmall = stats.length <= small.metrics && !(lengthMs > small.lengthMs + 60_000);
  return isSmall ? smallBytesMax : bytesMax;
}

function lessThan({ coarser, metrics }: Detail): Detail | undefined {
  if (coarser < coarserMax) return { coarser: coarser * 2, metrics };
  return metrics === 0 ? undefined : { coarser, metrics: Math.floor(metrics / 2) };
}

/** The data of a page as one text that a browser can decompress: JSON, gzip, Base64. */
const blockOf = (data: PageData): string => gzipSync(JSON.stringify(data), { level: 7 }).toString('base64');
