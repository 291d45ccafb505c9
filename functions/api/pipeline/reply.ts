import { setTimeout as sleep } from 'node:timers/promises';
import type { Walked } from '../../../lib/repository/records/paged-list.ts';
import { log } from '../../log.ts';
import type { Reply } from './types.ts';

export const json = (body: unknown, statusCode = 200): Reply => jsonText(JSON.stringify(body), statusCode);

export const jsonText = (body: string, statusCode = 200): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body,
});

export const text = (body: string, statusCode = 200): Reply => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export const noContent: Reply = { statusCode: 204 };

/** The longest wait in milliseconds for a deletion. The gateway gives up after 30 seconds. */
const removalMsMax = 20_000;

/**
 * The reply to a request that deletes records: 204 when the deletion is done, and 202 when it goes on for
 * longer. Its task is stored, so the sweep finishes it even if this process ends.
 */
export async function removalReply(removal: Promise<void>, msMax = removalMsMax): Promise<Reply> {
  const late = new AbortController();
  const reply = await Promise.race([
    removal.then(() => noContent),
    sleep(msMax, { statusCode: 202 }, { signal: late.signal }),
  ]).finally(() => late.abort());
  if (reply !== noContent)
    removal.catch((error) => log.warn('a deletion failed after its reply; Downpour tries again', {}, error));
  return reply;
}

/** The query of a request after validation. */
type Query = Readonly<Record<string, unknown>>;

/** The reply with a page of a list. The header `Link` has the address of the next page. */
export const jsonPage = (query: Query, { items, next }: Walked<unknown>): Reply =>
  linked(json(items), query, next);

/** Adds the address of the next page to a reply. Without a cursor the reply is unchanged. */
export const linked = (reply: Reply, query: Query, cursor: string | undefined): Reply =>
  cursor === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, link: linkToNext({ ...query, cursor }) } };

/** The header `Link` for the next page (RFC 8288): the same request with other parameters. */
export function linkToNext(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) parameters.append(name, String(each));
  return `<?${parameters}>; rel="next"`;
}
