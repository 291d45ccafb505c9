import { repositoryKey } from '../../../names/repository-keys.ts';
import { type ApiKey, type KeyNotice, noticeDue } from '../../../results/identity/api-key.ts';
import type { Table, Write } from '../../ports/table.ts';
import type { OutboxEntry, Work } from '../../work/work.ts';

export type CheckKeysContext = {
  readonly table: Table;
  readonly work: Pick<Work, 'entry' | 'send'>;
  readonly keys: { readonly list: () => Promise<readonly ApiKey[]> };
};

const hourMs = 3_600_000;

/**
 * Publishes events for API keys that expire soon or have expired. The record of a notice is written with its
 * event, so each notice is published once. The first call of an hour checks all keys, and other calls do
 * nothing.
 *
 * @param now epoch milliseconds.
 * @returns the number of notices.
 */
export async function checkKeys({ table, work, keys }: CheckKeysContext, now: number): Promise<number> {
  if (!(await isFirstOfHour(table, now))) return 0;
  const ending = (await keys.list()).flatMap((key) => {
    const notice = noticeDue(key, now);
    return notice === undefined ? [] : [{ key, notice }];
  });
  const places = ending.map(({ key }) => repositoryKey.keyNotice(key.id));
  const before = places.length === 0 ? [] : await table.getMany(places);
  const sent: OutboxEntry[] = [];
  for (const [n, { key, notice }] of ending.entries()) {
    const { end, mark, days } = notice;
    const last = before[n] as Pick<KeyNotice, 'end' | 'mark'> | undefined;
    if (last?.end === end && last.mark <= mark) continue;
    const { id, name, user } = key;
    const event = { kind: 'key/expiring', key: { id, name, user, end, toExpiration: days } } as const;
    const due = work.entry({ kind: 'event', event }, 'now');
    const when = last === undefined ? 'absent' : { end: last.end, mark: last.mark };
    const note: Write = { put: { ...repositoryKey.keyNotice(id), end, mark }, when };
    if ((await table.write([note, due.write])).length === 0) sent.push(due);
  }
  await work.send(sent);
  return sent.length;
}

/**
 * True when this call is the first in the present hour. When two calls overlap, only one of them counts as
 * the first.
 */
async function isFirstOfHour(table: Table, now: number): Promise<boolean> {
  const hour = Math.floor(now / hourMs);
  const known = (await table.get(repositoryKey.keyNoticeHour)) as { readonly hour: number } | undefined;
  if (known?.hour === hour) return false;
  const when = known === undefined ? 'absent' : { hour: known.hour };
  const claim: Write = { put: { ...repositoryKey.keyNoticeHour, hour }, when };
  return (await table.write([claim])).length === 0;
}
