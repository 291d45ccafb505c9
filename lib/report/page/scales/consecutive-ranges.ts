/**
 * Finds ranges of consecutive values, each from its first index to the index after its last. The space
 * between two ranges is a gap.
 */
export function rangesOf(
  values: readonly (number | null | undefined)[],
): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null || value === undefined) continue;
    const last = found.at(-1);
    if (last?.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}
