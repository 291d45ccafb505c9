import { changeSchema } from '../../../lib/repository/pipeline/store/change-run-schema.ts';
import { presentRun } from '../../../lib/repository/reading/present-runs.ts';
import { found } from '../../../lib/repository/reading/visible-run.ts';
import { visibleSchemaOf } from '../../../lib/repository/reading/visible-schema.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { parseSchemaUri } from '../../../lib/results/set-schema-at.ts';
import { repository } from '../../repository.ts';
import { workContext } from '../../work-context.ts';
import { beginWork } from './begin-work.ts';

/**
 * Changes a `$schema` of a run, and returns the schemas that the run names now: URIs by id. The module is
 * separate, because only few requests need it.
 *
 * @throws DownpourError SCHEMA_NOT_FOUND (404), and the errors of the change.
 */
export async function changeSchemaOf(
  id: number,
  caller: Principal,
  { path, text = '' }: { readonly path: string | undefined; readonly text: string | undefined },
): Promise<Readonly<Record<string, string>>> {
  const uri = parseSchemaUri(text);
  if (uri !== undefined) await visibleSchemaOf(repository(), caller, uri);
  const change = { path: path || undefined, uri };
  const changed = await changeSchema(workContext(), id, change);
  const run = found(changed?.run, id);
  await beginWork(changed?.due ?? [], run.sizeBytes);
  const { schemas = [] } = await presentRun(repository(), caller, run);
  return Object.fromEntries(schemas.map((schema) => [schema.id, schema.uri]));
}
