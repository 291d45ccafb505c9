import { noValues, type RawValues } from './raw-values.ts';

export const lineFeed = 0x0a;
const comma = 0x2c;

/** Columns as they are stored: a line for each row, empty where it has no value. */
export function lineValues(contents: readonly Uint8Array[]): RawValues {
  const { joined, count } = joinedLines(Buffer.concat(contents));
  if (count === 0) return noValues;
  return {
    count,
    bytes: joined.length,
    hasEscapes: joined.includes(0x5c),
    first: () => firstLine(contents),
    array: () => `[${joined.toString('utf8')}]`,
    texts: () => contents.flatMap((content) => linesOf(content).filter((line) => line !== '')),
  };
}

/** Lines with a comma between them instead, without the empty ones. In place: most columns have a value in all rows. */
function joinedLines(lines: Buffer): { readonly joined: Buffer; readonly count: number } {
  const { length } = lines;
  let [start, count] = [0, 0];
  while (lines[start] === lineFeed) start += 1;
  let at = start;
  for (; at < length; at += 1) {
    if (lines[at] !== lineFeed) continue;
    if (lines[at - 1] === comma) break;
    lines[at] = comma;
    count += 1;
  }
  let to = at;
  for (; at < length; at += 1) {
    const code = lines[at];
    if (code === lineFeed && lines[to - 1] === comma) continue;
    if (code === lineFeed) count += 1;
    lines[to] = code === lineFeed ? comma : code;
    to += 1;
  }
  return { joined: lines.subarray(start, Math.max(start, to - 1)), count };
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const linesOf = (content: Uint8Array): readonly string[] => bufferOf(content).toString('utf8').split('\n');

function firstLine(contents: readonly Uint8Array[]): string | undefined {
  for (const content of contents) {
    const start = content.findIndex((code) => code !== lineFeed);
    if (start !== -1) return bufferOf(content).toString('utf8', start, content.indexOf(lineFeed, start));
  }
  return undefined;
}
