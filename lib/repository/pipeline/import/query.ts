import { parseJson } from '../../../results/json/parse-json.ts';
import { limits } from '../../../results/limits.ts';
import type { Datastore } from '../../records/datastores/datastores.ts';
import { type Asking, askerOf } from './ask-datastore.ts';
import { askCollector, tagsOf } from './collector.ts';
import { askElasticsearch } from './elasticsearch.ts';
import { type Found, isObject, queryInvalid } from './found.ts';

/**
 * The documents of a datastore for a query.
 *
 * @param query JSON as it was uploaded.
 * @param most the largest number of documents to read. Further ones are only counted.
 * @throws DownpourError DATASTORE_QUERY_INVALID or DATASTORE_FAILED (400).
 */
export async function queryDatastore(
  asking: Asking,
  datastore: Datastore,
  query: Uint8Array,
  most: number,
): Promise<Found> {
  const bound = limits.datastoreQueryBytesMax;
  if (query.length > bound) throw queryInvalid(`it has ${query.length} bytes, the limit is ${bound}`);
  const parsed = parseJson(query);
  if (!isObject(parsed)) throw queryInvalid('it is an object');
  const ask = await askerOf(asking, datastore);
  return (datastore.type === 'COLLECTORAPI' ? askCollector : askElasticsearch)(ask, parsed, most);
}

/**
 * Sends a small test query to a datastore.
 * @throws DownpourError DATASTORE_FAILED (400) when the response does not fit its type.
 */
export async function tryDatastore(asking: Asking, datastore: Datastore): Promise<void> {
  const ask = await askerOf(asking, datastore);
  if (datastore.type === 'COLLECTORAPI') await tagsOf(ask);
  else await ask('/');
}
