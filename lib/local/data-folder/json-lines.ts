import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseStored } from './disk-errors.ts';

/**
 * Downpour rewrites a file without its outdated lines when it has grown to twice its size and this number of
 * bytes.
 */
const slackBytes = 1024 * 1024;

/**
 * Reads a file of JSON lines. An absent file has no lines.
 * @throws DownpourError `DATA_UNUSABLE` (400) for a damaged line.
 */
export function readJsonLines<Line>(path: string): readonly Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // The text after the last line break is empty or an incomplete line, which was never acknowledged.
  return lines.slice(0, -1).map((text, at) => parseStored<Line>(text, `Line ${at + 1} of ${path}`));
}

/**
 * Opens a file of JSON lines. The returned function appends lines. A caller acknowledges a change after its
 * line was appended, so that a kill at any time loses no acknowledged change.
 *
 * The file is written again with only the current lines when it is opened, when most of it is outdated, and
 * after an append that failed, because a full disk or the end of the process can leave a part of a line.
 *
 * @param current returns the lines that describe the present state.
 */
export function openJsonLines<Line>(
  path: string,
  current: () => Iterable<Line>,
): (lines: readonly Line[]) => void {
  mkdirSync(dirname(path), { recursive: true });
  let bytes = 0;
  let bytesMax = 0;
  let isTorn = false;
  const renew = (): void => {
    writeFileSync(`${path}.new`, textOf(current()), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    bytes = statSync(path).size;
    bytesMax = 2 * bytes + slackBytes;
    isTorn = false;
  };
  renew();
  return (lines) => {
    if (isTorn || bytes > bytesMax) renew();
    const text = textOf(lines);
    isTorn = true;
    appendFileSync(path, text);
    isTorn = false;
    bytes += Buffer.byteLength(text);
  };
}

const textOf = (lines: Iterable<unknown>): string =>
  [...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
