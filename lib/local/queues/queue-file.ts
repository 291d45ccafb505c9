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
  /** The time of sending in epoch milliseconds. */
  readonly sentAt: number;
  /** The number of failed deliveries. */
  readonly receives: number;
};

export type QueueFile = {
  /** The messages that were not deleted, the oldest first. */
  readonly messages: ReadonlyMap<string, Kept>;
  readonly put: (messages: readonly Kept[]) => void;
  readonly remove: (ids: readonly string[]) => void;
};

/** The bytes of outdated lines at which the file is written again without them. */
const slackBytes = 1024 * 1024;

/**
 * Opens the file of a queue. Each change is one JSON line, which is appended before the change is
 * acknowledged. A kill at any time therefore loses no accepted message. From time to time, the file is
 * written again without deleted messages.
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
  // The last process may have ended within a line. The rewrite removes this line before another line is
  // appended.
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
  // The last piece has no line break. It is empty or incomplete, so its change was never acknowledged.
  return lines.slice(0, -1).map((text) => JSON.parse(text) as Line);
}
