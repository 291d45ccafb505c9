import type { Write } from '../../ports/table.ts';
import type { Schema } from '../../records/schemas/schemas.ts';
import type { Repository } from '../../repository.ts';

/**
 * Deletes a schema with its labels and transformers, and removes the transformers from tests. The call may be
 * repeated after an interruption. The schema is deleted last, and then parts that were added meanwhile.
 *
 * @param also is written with the deletion of the schema.
 */
export async function removeSchema(
  repository: Repository,
  schema: Schema,
  also: readonly Write[] = [],
): Promise<void> {
  await removeParts(repository, schema.id);
  if (await repository.schemas.remove(schema, also)) await removeParts(repository, schema.id);
}

async function removeParts({ labels, transformers, tests }: Repository, schemaId: number): Promise<void> {
  for (const label of await labels.ofSchema(schemaId)) await labels.remove(label);
  const own = (await transformers.list()).filter((each) => each.schemaId === schemaId);
  const ids = new Set(own.map(({ id }) => id));
  for (const test of await tests.list())
    if (test.transformers?.some((id) => ids.has(id)))
      await tests.change(test.id, ({ transformers: used = [], ...rest }) => ({
        ...rest,
        transformers: used.filter((id) => !ids.has(id)),
      }));
  for (const id of ids) await transformers.remove(id);
}
