/** The most ids of one list in an address, so that no address gets too long. */
const idsMax = 50;

/** Parses ids in a text such as `11..15` or `11,13`. Undefined for another text, and for more than 50 ids. */
export function idsOf(text: string): readonly number[] | undefined {
  const ids: number[] = [];
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(part.trim()) ?? [];
    if (first === '' || Number(last) < Number(first)) return undefined;
    if (Number(last) - Number(first) >= idsMax) return undefined;
    for (let id = Number(first); id <= Number(last); id++) ids.push(id);
  }
  return ids.length > idsMax ? undefined : [...new Set(ids)];
}

/** The text of ids: in ascending order, with neighbours as one range, such as `11..13,20`. */
export function idsText(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  return ranges
    .map(([first, last]) =>
      first === last ? `${first}` : last === first + 1 ? `${first},${last}` : `${first}..${last}`,
    )
    .join(',');
}
