import type { RunTrend, Test } from '../../api.generated.ts';
import type { Reply } from '../../client/index.ts';
import { type LabelRow, labelRows } from '../json/label-row.ts';
import { api } from './api.ts';
import { type Loaded, useLoaded } from './cache.ts';

type Named<T> = Loaded<T> & { readonly key: string };

/** Loads a test by its id or by its name. */
export function useTest(idOrName: string): Named<Test> {
  const key = `test ${idOrName}`;
  const isId = /^\d{1,10}$/.test(idOrName);
  const loaded = useLoaded(key, (signal) =>
    isId ? api.test.by(Number(idOrName)).get({ signal }) : api.test.byName.by(idOrName).get({ signal }),
  );
  return { ...loaded, key };
}

/** Loads the outcomes of the last runs of a test. */
export function useTrend(test: number, last: number): Named<RunTrend> {
  const key = `trend ${test} ${last}`;
  return { ...useLoaded(key, (signal) => api.test.by(test).trend.get({ query: { last }, signal })), key };
}

export type LabelTable = { readonly rows: readonly LabelRow[]; readonly hasMore: boolean };

const pageRows = 100;

/**
 * Loads label values of the last datasets of a test.
 * @param pages the number of pages to load, of 100 datasets each.
 */
export function useLabelValues(test: number, filter: string, pages: number): Named<LabelTable> {
  const key = `labels ${test} ${filter} ${pages}`;
  const loaded = useLoaded(key, async (signal): Promise<LabelTable> => {
    const rows: LabelRow[] = [];
    let cursor: string | undefined = '';
    for (let page = 0; page < pages && cursor !== undefined; page += 1) {
      const query = { limit: pageRows, cursor, ...(filter !== '' && { filter }) };
      const reply: Reply = await api.test.by(test).labelValues.get({ query, signal, as: 'reply' });
      rows.push(...labelRows(await reply.text()));
      cursor = nextIn(reply);
    }
    return { rows, hasMore: cursor !== undefined };
  });
  return { ...loaded, key };
}

/** The cursor of the next page in the header `Link` (RFC 8288). */
function nextIn({ headers }: Reply): string | undefined {
  const [, query] = /<\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return query === undefined ? undefined : (new URLSearchParams(query).get('cursor') ?? undefined);
}

/** A URL of all label values as a table. It needs no key and works for 15 minutes. */
export const labelTableUrl = (test: number): Promise<string> =>
  api.test.by(test).labelValues.get({ query: { format: 'csv' }, as: 'url' });
