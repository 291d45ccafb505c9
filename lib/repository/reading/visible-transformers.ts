import type { Principal } from '../../results/access.ts';
import type { Schema } from '../records/schemas/schemas.ts';
import type { Transformer } from '../records/schemas/transformers.ts';
import { visibleOf } from '../records/visible-lists.ts';
import type { Repository } from '../repository.ts';

/**
 * The transformers that a caller may see, by id. A transformer reveals the name and the URI of its schema, so
 * its schema must be visible too.
 */
export async function visibleTransformers(
  { schemas, transformers }: Pick<Repository, 'schemas' | 'transformers'>,
  caller: Principal,
): Promise<readonly { readonly transformer: Transformer; readonly schema: Schema }[]> {
  const [all, of] = await Promise.all([transformers.list(), schemas.list()]);
  const known = new Map(visibleOf(caller, of).map((schema) => [schema.id, schema]));
  return visibleOf(caller, all).flatMap((transformer) => {
    const schema = known.get(transformer.schemaId);
    return schema === undefined ? [] : [{ transformer, schema }];
  });
}
