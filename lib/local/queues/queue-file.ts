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

/** A message as it is kept. */
export type Kept = {
  readonly id: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Times that it was handed out for nothing. */
  readonly receives: number;
};

export type QueueFile = {
  /** Those that nobody has deleted, the oldest first. */
  readonly messages: ReadonlyMap<string, Kept>;
  readonly put: (messages: readonly Kept[]) => void;
  readonly remove: (ids: readonly string[]) => void;
};

/** Bytes of lines that say nothing any more, at which the file is written anew. */
const slackBytes = 1024 * 1024;

/**
 * The messages of a queue on disk: one JSON line for each change, appended before it is answered, so that a
 * kill at any moment loses nothing that was taken. What is gone is left out when the file is written anew.
 */
export function openQueueFile(path: string): QueueFile {
  mkdirSync(dirname(path), { recursive: true });
  const messages = new Map<string, Kept>();
  for (const line of readLines(path))
    if ('gone' in line) for (const id of line.gone) messages.delete(id);
    else messages.set(line.id, line);
  let bytes = 0;
  let least = 0;
  const renew = (): void => {
    const text = [...messages.values()].map(lineOf).join('');
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    least = bytes = statSync(path).size;
  };
  // A line that the end of the last process tore is gone before the next one is appended.
  renew();
  let isTorn = false;
  const append = (text: string): void => {
    if (isTorn) renew();
    isTorn = true;
    appendFileSync(path, text);
    isTorn = false;
    bytes += Buffer.byteLength(text);
  };
  return {
    messages,
    put(kept) {
      append(kept.map(lineOf).join(''));
      for (const each of kept) messages.set(each.id, each);
      if (bytes > 2 * least + slackBytes) renew();
    },
    remove(ids) {
      const present = ids.filter((id) => messages.delete(id));
      if (present.length > 0) append(lineOf({ gone: present }));
    },
  };
}

type Line = Kept | { readonly gone: readonly string[] };

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;

function readLines(path: string): readonly Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // What follows the last line break was not written to its end, and so was never answered.
  return lines.slice(0, -1).map((text) => JSON.parse(text) as Line);
}
