/** The number of colours of a heat map, from light to dark. */
export const levelCount = 7;

/**
 * The colour level of a count, from 1. The level grows with the logarithm of the count, so that one request
 * in ten thousand is still visible.
 */
export function levelOf(count: number, most: number): number {
  if (most <= 1) return levelCount;
  return 1 + Math.min(levelCount - 1, Math.floor((levelCount * Math.log(count)) / Math.log(most)));
}

/** The smallest and largest count of each colour level that whole counts reach. */
export function levelRanges(
  most: number,
): readonly { readonly level: number; readonly from: number; readonly to: number }[] {
  if (most < 1) return [];
  const ranges: { level: number; from: number; to: number }[] = [];
  for (let level = 1; level <= levelCount; level += 1) {
    const from = firstOf(level, most);
    const to = level === levelCount ? most : firstOf(level + 1, most) - 1;
    if (to >= from) ranges.push({ level, from, to });
  }
  return ranges;
}

/** The smallest count of a colour level or of a higher level. */
function firstOf(level: number, most: number): number {
  if (most <= 1) return level <= levelCount ? 1 : 2;
  let found = Math.max(1, Math.floor(most ** ((level - 1) / levelCount)));
  while (found > 1 && levelOf(found - 1, most) >= level) found -= 1;
  while (found <= most && levelOf(found, most) < level) found += 1;
  return found;
}
