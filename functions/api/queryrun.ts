import { Document } from '../../lib/results/filter-query/document.ts';
import { filterQuery, statusOf } from '../../lib/results/filter-query/filter-query.ts';
import { door, json, stores } from './door.ts';
import { documentOf, visibleRun } from './visible-run.ts';

export const handler = door('queryrun', async ({ path, query, caller }) => {
  const run = await visibleRun(stores(), caller, path.id);
  const document = new Document(new TextEncoder().encode(await documentOf(stores(), run)));
  const array = query.array?.toLowerCase() === 'true';
  const { result } = filterQuery(query.query, { array, now: () => performance.now() }, document);
  return json(result, statusOf(result));
});
