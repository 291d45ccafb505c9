import type { Walked } from '../../../../lib/repository/records/paged-list.ts';
import type { Reply } from '../types.ts';
import { json } from './reply.ts';

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
