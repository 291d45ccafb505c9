import { openJsonLines, readJsonLines } from '../data-folder/json-lines.ts';

/** A stored message. */
export type Kept = {
  readonly id: string;
  readonly body: string;
  /**
   * The group of the message. Groups take turns in delivery. Absent: all messages without a group form one
   * group.
   */
  readonly group?: string | undefined;
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

type Line = Kept | { readonly gone: readonly string[] };

/** Opens the file of a queue, in which each change is a line. */
export function openQueueFile(path: string): QueueFile {
  const messages = new Map<string, Kept>();
  for (const line of readJsonLines<Line>(path))
    if ('gone' in line) for (const id of line.gone) messages.delete(id);
    else messages.set(line.id, line);
  const append = openJsonLines<Line>(path, () => messages.values());
  return {
    messages,
    put(kept) {
      append(kept);
      for (const each of kept) messages.set(each.id, each);
    },
    remove(ids) {
      const present = ids.filter((id) => messages.delete(id));
      if (present.length > 0) append([{ gone: present }]);
    },
  };
}
