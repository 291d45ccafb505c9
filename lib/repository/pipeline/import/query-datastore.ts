import { parseJson } from '../../../results/json/parse-json.ts';
import type { Datastore } from '../../records/datastores/datastores.ts';
import { queryCollector, tagsOf } from './collector.ts';
import { type DatastoreContext, readerOf } from './datastore-client.ts';
import { queryElasticsearch } from './elasticsearch.ts';
import { type Found, isObject, queryInvalid } from './found.ts';
import { datastoreLimits } from './limits.ts';

/**
 * Reads the documents of a datastore for a query.
 *
 * @param query JSON as a user uploaded it.
 * @param most the most documents to read. Further documents are only counted.
 * @throws DownpourError DATASTORE_QUERY_INVALID or DATASTORE_FAILED (400).
 */
export async function queryDatastore(
  context: DatastoreContext,
  datastore: Datastore,
  query: Uint8Array,
  most: number,
): Promise<Found> {
  const bound = datastoreLimits.datastoreQueryBytesMax;
  if (query.length > bound)
    throw queryInvalid(`it has ${query.length} bytes, and the limit is ${bound} bytes; shorten the query`);
  const parsed = parseJson(query);
  if (!isObject(parsed)) throw queryInvalid('it must be a JSON object');
  const read = await readerOf(context, datastore);
  return (datastore.type === 'COLLECTORAPI' ? queryCollector : queryElasticsearch)(read, parsed, most);
}

/**
 * Sends a small test query to a datastore.
 * @throws DownpourError DATASTORE_FAILED (400) when the response does not fit the type of the datastore.
 */
export async function tryDatastore(context: DatastoreContext, datastore: Datastore): Promise<void> {
  const read = await readerOf(context, datastore);
  if (datastore.type === 'COLLECTORAPI') await tagsOf(read);
  else await read('/');
}
