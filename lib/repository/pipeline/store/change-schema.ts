import { DownpourError } from '../../../errors.ts';
import { parseJson } from '../../../results/json/parse-json.ts';
import { limits } from '../../../results/limits.ts';
import { builtIndex } from '../../../results/run-index/index-bytes.ts';
import { schemaPlaces } from '../../../results/run-index/schema-places.ts';
import { wordsOf } from '../../../results/run-search/words.ts';
import { type SchemaChange, withSchemaAt } from '../../../results/schema-member.ts';
import type { RepositoryContext } from '../../context.ts';
import { wordsChange } from '../../records/runs/run-words.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Due } from '../../work/work.ts';
import { erasure } from '../removal/erase-revision.ts';

export type ChangeSchemaContext = Pick<RepositoryContext, 'repository' | 'runs' | 'work' | 'now'>;

/** Changes of one document that meet are repeated so often. */
const attempts = 5;

/**
 * Changes a `$schema` in the document of a run. The document gets a new revision with its index, then the row names it: until
 * then it is seen by nobody, and who has read the row before finds the old one for as long as a function lives.
 *
 * @returns the run as it is now, and the datasets that are due, as they were written; undefined when there is no such run.
 * @throws DownpourError RUN_TOO_LARGE (413), RUN_CHANGED (409) when others change it all the time, and the refusals of the change.
 */
export async function changeSchema(
  context: ChangeSchemaContext,
  id: number,
  change: SchemaChange,
): Promise<{ readonly run: RunRow; readonly due: readonly Due[] } | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const run = await context.repository.runs.get(id);
    if (run === undefined) return undefined;
    const before = await documentOf(context, run);
    const body = withSchemaAt(before, change);
    if (Buffer.compare(body, before) === 0) return { run, due: [] };
    const changed = await revised(context, run, body);
    if (changed !== 'late') return changed;
  }
  const message = `the document of run ${id} was changed by others ${attempts} times in a row: ask again`;
  throw new DownpourError('RUN_CHANGED', 409, message);
}

async function documentOf({ runs }: ChangeSchemaContext, run: RunRow): Promise<Uint8Array> {
  const { id, sizeBytes, revision } = run;
  if (sizeBytes > limits.uploadBytesMax) {
    const bound = `a $schema is changed in documents of at most ${limits.uploadBytesMax} bytes, which are written anew meanwhile`;
    const message = `${bound}; that of run ${id} has ${sizeBytes}: name the schema in the document and upload it again`;
    throw new DownpourError('RUN_TOO_LARGE', 413, message);
  }
  const bytes = await runs.get(id, revision);
  if (bytes === undefined) throw new Error(`the document of run ${id} is missing`);
  return bytes;
}

/** Gives a run another document, unless somebody else has done so since the run was read. */
async function revised(context: ChangeSchemaContext, run: RunRow, body: Uint8Array) {
  const { repository, runs, work } = context;
  const { id } = run;
  const { index, bytes } = await builtIndex([body]);
  const metadata = run.hasMetadata ? await runs.metadata(id) : undefined;
  const schemas = schemaPlaces(index, metadata && (await builtIndex([metadata])).index);
  const words = body.length <= limits.searchWordsBytesMax ? wordsOf(parseJson(body)) : undefined;
  const revision = await repository.table.newIds('revision');
  // Before the document: whoever dies behind this leaves nothing that nobody deletes.
  await repository.table.write([erasure(context, id, revision)]);
  await runs.put(id, body, revision);
  if (body.length > limits.wholeBytesMax) await runs.putIndex(id, bytes, revision);
  const due = work.due({ kind: 'datasets', run: id }, 'now');
  let isLate = false;
  const next = { revision, schemas, sizeBytes: body.length };
  const more = body.length - run.sizeBytes;
  const changed = await repository.runs.change(
    id,
    (now) => {
      isLate = now.revision !== run.revision;
      if (isLate) return undefined;
      return { ...now, ...next, ...(now.storedBytes && { storedBytes: now.storedBytes + more }) };
    },
    () => [...wordsChange(run, revision, words), erasure(context, id, run.revision ?? 0), due.write],
  );
  if (isLate) return 'late' as const;
  return changed && { run: changed, due: [due] };
}
