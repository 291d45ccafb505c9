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

/** A stored message. */
export type Kept = {
  readonly id: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** The number of deliveries without success. */
  readonly receives: number;
};

export type QueueFile = {
  /** The messages that were not deleted, the oldest first. */
  readonly messages: ReadonlyMap<string, Kept>;
  readonly put: (messages: readonly Kept[]) => void;
  readonly remove: (ids: readonly string[]) => void;
};

/** The number of bytes of outdated lines at which the file is rewritten. */
const slackBytes = 1024 * 1024;

/**
 * The messages of a queue on disk: one JSON line for each change, which is appended before the answer. A kill
 * at any time therefore loses no accepted message. A rewrite of the file leaves out deleted messages.
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
  // The rewrite removes a line that the end of the last process has cut, before another line is appended.
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
  // A line without a line break was not written completely, so its change was never acknowledged.
  return lines.slice(0, -1).map((text) => JSON.parse(text) as Line);
}
