import { joinedErrors } from '../../errors.ts';
import { repositoryKey, workParts } from '../../names/repository-keys.ts';
import { type Item, itemsOf, type Key, type Table } from '../ports/table.ts';
import type { Task } from './task.ts';
import { type Message, messageOf, type Work } from './work.ts';

/** Milliseconds after which a pending task may be lost. A younger task is expected to be in progress. */
const restMs = 60_000;
/** The factor by which the wait of the sweep grows each time that it sends a task again. */
const patience = 4;
/**
 * The most times that the sweep sends a task again. A task that still is not done probably ends every process
 * that begins it, so it is abandoned. The waits are 60 s, then 4, 16 and 64 minutes, then 4 and 17 hours.
 */
const sendsMax = 6;
/** The most pending items of a partition that one sweep reads. The next sweep reads further items. */
const itemsMax = 2000;
/**
 * Milliseconds within which every pending task is planned: twice the wait after the last send. A later time
 * was written while a clock was ahead, so the task is due now.
 */
const planMs = 2 * restMs * patience ** (sendsMax - 1);
/** The most failures before a sweep ends, because the table itself probably fails. */
const failuresMax = 20;
/** Milliseconds after which an event is deleted, because it is of no use to its subscribers any more. */
const eventMsMax = 30 * 24 * 3_600_000;

export type Swept = { readonly sent: number; readonly givenUp: number; readonly waiting: number };

/**
 * Sends old pending tasks again. Their message was never sent, or the process that received it died. A task
 * that still waits in a full queue is then sent twice, and its second delivery finds it done. Abandoned
 * events are deleted after a month.
 *
 * @throws the errors of all items that failed, joined. The sweep continues with the next items after an
 * error.
 */
export async function sweep(table: Table, work: Work, now: number): Promise<Swept> {
  const counts = { sent: 0, givenUp: 0, waiting: 0 };
  const failures: unknown[] = [];
  for (let part = 0; part < workParts && failures.length < failuresMax; part += 1) {
    const { pk } = repositoryKey.work(part, now, '');
    const again: Message[] = [];
    let seen = 0;
    for await (const item of itemsOf(table, pk, { limit: 100 })) {
      if (isPlanned(Number(item.at), now - restMs)) continue;
      seen += item.failedAt === undefined ? 1 : 0;
      if (seen > itemsMax || failures.length === failuresMax) break;
      try {
        const step = await swept(table, work, item, now);
        if (step === 'sent') again.push(messageOf(item));
        if (step !== undefined) counts[step] += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    await work.send(again);
  }
  if (failures.length > 0) throw joinedErrors(failures);
  return counts;
}

/**
 * Sends or abandons the task of one item. Undefined for a task that is abandoned already, and for a task that
 * another sweep has sent.
 */
async function swept(table: Table, work: Work, item: Item, now: number): Promise<keyof Swept | undefined> {
  const message = messageOf(item);
  if (item.failedAt !== undefined) {
    if (isStale(item, now)) await work.drop(message);
    return undefined;
  }
  if (isPlanned(Number(item.sweepAt ?? 0), now)) return 'waiting';
  if (Number(item.sends) < sendsMax) return (await claimed(table, item, now)) ? 'sent' : undefined;
  await work.giveUp(message, 'Downpour started this work several times, and the work never finished');
  return 'givenUp';
}

/**
 * True when a time is after another time, but at most `planMs` after it. A longer distance means that a clock
 * was wrong.
 */
const isPlanned = (time: number, since: number): boolean => time > since && time < since + planMs;

/**
 * Sends all tasks again that were pending when a local cloud started, because the processes that did them
 * ended with its previous run. Queues that survived drop their old messages. The number of sends does not
 * increase here, because that number detects tasks that end their process.
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
  return (kind === 'event' || kind === 'webhook') && now - Number(failedAt) > eventMsMax;
}

/**
 * Claims a pending task for this sweep. When two sweeps find the same task, only one of them sends the task.
 */
async function claimed(table: Table, item: Item, now: number): Promise<boolean> {
  const sends = Number(item.sends);
  const next = { sends: sends + 1, sweepAt: now + restMs * patience ** sends };
  return (await table.write([{ update: keyOf(item), set: next, when: { sends } }])).length === 0;
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk, sk });
