import { piecesOf } from '../../../results/json/value-spans.ts';
import { failed, type ReadDatastore } from './datastore-client.ts';
import { type Found, queryInvalid, readableJson, textIn } from './found.ts';
import { datastoreLimits } from './limits.ts';

/**
 * Reads the documents of a Collector datastore for an image and a tag between two times. Documents keep their
 * bytes.
 *
 * @param most the most documents to read. Further documents are only counted.
 * @throws DownpourError DATASTORE_QUERY_INVALID or DATASTORE_FAILED (400).
 */
export async function queryCollector(
  read: ReadDatastore,
  query: Readonly<Record<string, unknown>>,
  most: number,
): Promise<Found> {
  const [tag, imgName] = [textIn(query, 'tag'), textIn(query, 'imgName')];
  const [newerThan, olderThan] = [textIn(query, 'newerThan'), textIn(query, 'olderThan')];
  for (const [name, time] of Object.entries({ newerThan, olderThan }))
    if (!isTime(time))
      throw queryInvalid(
        `its member '${name}' must be a time such as 2026-01-31 08:30:00.000, found '${time}'`,
      );
  if (newerThan > olderThan)
    throw queryInvalid(`newerThan (${newerThan}) must not be later than olderThan (${olderThan})`);
  const tags = await tagsOf(read);
  if (!tags.includes(tag))
    throw queryInvalid(
      `the datastore has no tag '${tag}'; its tags are ${tags
        .slice(0, 50)
        .map((known) => `'${known}'`)
        .join(', ')}`,
    );
  const parameters = Object.entries({ tag, imgName, newerThan, olderThan });
  const text = parameters
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  const answer = readableJson(await read(`?${text}`));
  const { root, inner } = piecesOf(answer);
  const isList = answer[root.start] === 0x5b;
  const spans = isList ? [...inner.values()] : [root];
  if (spans.length > datastoreLimits.datastoreRunsMax)
    throw queryInvalid(
      `the query finds ${spans.length} documents, and one upload may store at most ${datastoreLimits.datastoreRunsMax}; choose a shorter time range`,
    );
  const documents = spans.slice(0, most).map(({ start, end }) => answer.subarray(start, end));
  return { count: spans.length, documents };
}

/**
 * Reads the tags of a Collector datastore.
 * @throws DownpourError DATASTORE_FAILED (400) for an unexpected response.
 */
export async function tagsOf(read: ReadDatastore): Promise<readonly string[]> {
  const answer = readableJson(await read('/tags/distinct'));
  const tags: unknown = JSON.parse(new TextDecoder().decode(answer));
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return tags;
  throw failed(
    'the response of the datastore to GET /tags/distinct is not a list of tags; check that this datastore has the type COLLECTORAPI',
  );
}

function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(text)) return false;
  const instant = Date.parse(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text.slice(0, 10);
}
