import { piecesOf } from '../../../results/json/value-spans.ts';
import { failed, type ReadDatastore } from './datastore-client.ts';
import { type Found, inside, isObject, queryInvalid, readableJson, textIn } from './found.ts';
import { datastoreLimits } from './limits.ts';

/**
 * Reads the documents of Elasticsearch for a query of one of three types. `doc` reads one document by its id.
 * `search` reads the hits of a search. `multi-index` reads the hits with documents of another index.
 * Documents keep their bytes.
 *
 * @param most the most documents to read. Further documents are only counted.
 * @throws DownpourError DATASTORE_QUERY_INVALID or DATASTORE_FAILED (400).
 */
export async function queryElasticsearch(
  read: ReadDatastore,
  query: Readonly<Record<string, unknown>>,
  most: number,
): Promise<Found> {
  const index = nameIn(query, 'index');
  const type = String(query.type).toLowerCase().replaceAll('_', '-');
  switch (type) {
    case 'doc':
      return oneDocument(read, index, textIn(query, 'query'));
    case 'search':
      return search(read, index, query.query, most);
    case 'multi-index':
      return searchTwo(read, index, query.query, most);
    default:
      throw queryInvalid(`its member 'type' must be 'doc', 'search' or 'multi-index', found '${query.type}'`);
  }
}

async function oneDocument(read: ReadDatastore, index: string, id: string): Promise<Found> {
  const document = inside(await documentOf(read, index, id), '_source');
  if (document === undefined)
    throw failed(
      `the document '${id}' of the index '${index}' has no member _source, which Downpour stores as the run; enable _source in the mapping of this index, and store the document again`,
    );
  return { count: 1, documents: [document] };
}

const documentOf = (read: ReadDatastore, index: string, id: string): Promise<Uint8Array> =>
  read(`/${segment(index, 'index')}/_doc/${segment(id, 'id')}`);

async function search(read: ReadDatastore, index: string, query: unknown, most: number): Promise<Found> {
  if (!isObject(query))
    throw queryInvalid("its member 'query' must be an object: the body of an Elasticsearch search");
  const { size = datastoreLimits.datastoreRunsMax } = query;
  if (typeof size !== 'number' || !(size >= 0 && size <= datastoreLimits.datastoreRunsMax))
    throw queryInvalid(
      `its member 'query.size' must be a number from 0 to ${datastoreLimits.datastoreRunsMax}`,
    );
  const answer = await read(`/${segment(index, 'index')}/_search`, JSON.stringify({ ...query, size }));
  const hits = inside(readableJson(answer), 'hits', 'hits');
  if (hits === undefined)
    throw failed(
      `the response of the datastore to a search of the index '${index}' has no list hits.hits; check that the URL of the datastore leads to Elasticsearch`,
    );
  const all = [...piecesOf(hits).inner.values()];
  const documents = all.slice(0, most).map(({ start, end }, n) => {
    const source = inside(hits.subarray(start, end), '_source');
    if (source === undefined)
      throw failed(
        `result ${n + 1} of the search in the index '${index}' has no member _source, which Downpour stores as the run; if the query has the member '_source', remove it`,
      );
    return source;
  });
  return { count: all.length, documents };
}

/**
 * Searches one index of Elasticsearch. Each hit names a document of another index. This document is read too,
 * and added to the hit as `$doc`.
 */
async function searchTwo(read: ReadDatastore, index: string, query: unknown, most: number): Promise<Found> {
  if (!isObject(query))
    throw queryInvalid(
      "its member 'query' must be an object with the members 'metaQuery', 'targetIndex' and 'docField'",
    );
  const [target, field] = [nameIn(query, 'targetIndex', 'query.'), textIn(query, 'docField', 'query.')];
  const { count, documents } = await search(read, index, query.metaQuery, most);
  const rest = [...documents.entries()];
  const whole: Uint8Array[] = [];
  const next = async (): Promise<void> => {
    for (let entry = rest.shift(); entry !== undefined; entry = rest.shift()) {
      const [n, document] = entry;
      whole[n] = withMember(document, '$doc', await namedDocument(read, target, inside(document, field)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { count, documents: whole };
}

/** The most requests to a datastore that run at the same time. */
const atOnce = 4;

/**
 * Reads the document that a field of a hit names. Null when the field is absent or the document does not
 * exist.
 */
async function namedDocument(read: ReadDatastore, index: string, field?: Uint8Array): Promise<Uint8Array> {
  const id: unknown = field && JSON.parse(new TextDecoder().decode(field));
  const nothing = Buffer.from('null');
  if (typeof id !== 'string' || id === '') return nothing;
  try {
    return readableJson(await documentOf(read, index, id));
  } catch (error) {
    if (isNotFound(error)) return nothing;
    throw error;
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'details' in error && isObject(error.details) && error.details.status === 404;

/** Appends a member to a JSON object. The appended member is after any other member of the same name. */
function withMember(object: Uint8Array, name: string, value: Uint8Array): Uint8Array {
  const { root, inner } = piecesOf(object);
  if (object[root.start] !== 0x7b)
    throw failed(
      'a document that the datastore found is not a JSON object; search other documents, or query one index without docField',
    );
  const before = `${inner.size === 0 ? '' : ','}${JSON.stringify(name)}:`;
  return Buffer.concat([
    object.subarray(root.start, root.end - 1),
    Buffer.from(before),
    value,
    Buffer.from('}'),
  ]);
}

/**
 * Reads the name of an index from a query. The text may name several indexes or patterns, but not operations.
 */
function nameIn(query: Readonly<Record<string, unknown>>, member: string, place = ''): string {
  const name = textIn(query, member, place);
  if (name.startsWith('_'))
    throw queryInvalid(
      `its member '${place}${member}' must be the name of an index, which has no _ at its beginning, found '${name}'`,
    );
  return name;
}

/**
 * Encodes a name as one segment of a path. One or two dots are rejected, because they would lead to other
 * paths.
 */
function segment(name: string, what: string): string {
  if (/^\.{1,2}$/.test(name))
    throw queryInvalid(
      `the ${what} '${name}' is not allowed, because it means a folder in a URL; use another name`,
    );
  return encodeURIComponent(name.toWellFormed());
}
