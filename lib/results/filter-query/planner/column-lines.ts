import { noValues, type RawValues } from './raw-values.ts';

export const lineFeed = 0x0a;
const comma = 0x2c;

/** Columns as they are stored: a line for each row, empty where it has no value. */
export function lineValues(contents: readonly Uint8Array[]): RawValues {
  const joined = Buffer.allocUnsafe(contents.reduce((sum, content) => sum + content.length, 0));
  let [length, count] = [0, 0];
  for (const content of contents) {
    let isEmpty = true;
    for (let at = 0; at < content.length; at += 1) {
      const code = content[at];
      if (code !== lineFeed) {
        joined[length] = code;
        length += 1;
        isEmpty = false;
      } else if (!isEmpty) {
        joined[length] = comma;
        length += 1;
        count += 1;
        isEmpty = true;
      }
    }
  }
  if (count === 0) return noValues;
  const lines = (): readonly string[] =>
    contents.flatMap((content) => linesOf(content).filter((line) => line !== ''));
  return {
    count,
    bytes: length - 1,
    hasEscapes: joined.includes(0x5c),
    first: () => firstLine(contents),
    array: () => `[${joined.toString('utf8', 0, length - 1)}]`,
    texts: lines,
  };
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
