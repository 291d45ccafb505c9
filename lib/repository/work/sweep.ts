import { repositoryKey, workParts } from '../../names/repository.ts';
import { type Item, itemsOf, type Key, type Table } from '../ports/table.ts';
import type { Priority, Task } from './task.ts';
import type { Message, Work } from './work.ts';

/** What is due and younger than this is under way. */
const restMs = 60_000;
/** Each time that it was sent again, the next one is so many times later. */
const patience = 4;
/** So often it is sent again; then it is given up, because it kills whoever begins it. 60 s, 4, 16, 64 minutes, 4 and 17 hours. */
const sendsMax = 6;
/** Due items of a part that one sweep looks at: what is beyond waits for the next. */
const itemsMax = 2000;
/** After so long nobody wants to hear of an event any more. */
const toldMs = 30 * 24 * 3_600_000;

export type Swept = { readonly sent: number; readonly givenUp: number; readonly waiting: number };

/**
 * Sends again what has been due for long: its message was never sent, or whoever had it died. One that waits in a full
 * queue is sent twice by this; the second finds it done. Events that were given up a month ago are forgotten.
 */
export async function sweep(table: Table, work: Work, now: number): Promise<Swept> {
  const swept = { sent: 0, givenUp: 0, waiting: 0 };
  for (let part = 0; part < workParts; part += 1) {
    const { pk, sk } = repositoryKey.work(part, now - restMs, '');
    const again: Message[] = [];
    let seen = 0;
    for await (const item of itemsOf(table, pk, { to: sk, limit: 100 })) {
      if (item.failedAt !== undefined) {
        if (isStale(item, now)) await work.letGo(messageOf(item));
        continue;
      }
      seen += 1;
      if (seen > itemsMax) break;
      if (Number(item.sweepAt ?? 0) > now) swept.waiting += 1;
      else if (Number(item.sends) >= sendsMax) {
        await work.giveUp(messageOf(item), 'it was begun several times and never ended');
        swept.givenUp += 1;
      } else if (await claimed(table, item, now)) again.push(messageOf(item));
    }
    await work.send(again);
    swept.sent += again.length;
  }
  return swept;
}

/**
 * Sends again all that was due before the machine started: whoever had it ended with the machine before. Queues that outlived
 * it drop what still waits in them. A task counts as sent only where whoever began it may have died of it, so this counts
 * for nothing.
 */
export async function sweepAfterStart(table: Table, work: Work, startedAt: number): Promise<number> {
  let sent = 0;
  for (let part = 0; part < workParts; part += 1) {
    const { pk, sk } = repositoryKey.work(part, startedAt, '');
    const again: Message[] = [];
    for await (const item of itemsOf(table, pk, { to: sk, limit: 100 }))
      if (item.failedAt === undefined && again.length < itemsMax) again.push(messageOf(item));
    await work.send(again);
    sent += again.length;
  }
  return sent;
}

function isStale({ task, failedAt }: Item, now: number): boolean {
  const { kind } = task as Task;
  return (kind === 'event' || kind === 'webhook') && now - Number(failedAt) > toldMs;
}

/** Of two sweeps that meet, one sends it. */
async function claimed(table: Table, item: Item, now: number): Promise<boolean> {
  const sends = Number(item.sends);
  const next = { sends: sends + 1, sweepAt: now + restMs * patience ** sends };
  return (await table.write([{ update: keyOf(item), set: next, when: { sends } }])).length === 0;
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk, sk });

const messageOf = (item: Item): Message => ({
  task: item.task as Task,
  priority: item.priority as Priority,
  item: keyOf(item),
});
