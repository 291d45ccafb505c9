import { DownpourError } from '../../../errors.ts';
import { parseJson } from '../../../results/json/parse-json.ts';
import { limits } from '../../../results/limits.ts';
import { builtIndex } from '../../../results/run-index/index-run.ts';
import { schemaReferences } from '../../../results/run-index/schema-references.ts';
import { bloomFilterOf } from '../../../results/run-search/bloom-filter.ts';
import { searchLimits } from '../../../results/run-search/limits.ts';
import { type SchemaChange, withSchemaAt } from '../../../results/set-schema-at.ts';
import { uploadLimits } from '../../../results/upload/limits.ts';
import { grouped } from '../../../words.ts';
import type { RepositoryContext } from '../../context.ts';
import { wordsChange } from '../../records/runs/run-words.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import { type OutboxEntry, teamGroup } from '../../work/work.ts';
import { erasure } from '../removal/erase-revision.ts';

export type ChangeSchemaContext = Pick<RepositoryContext, 'repository' | 'runs' | 'work' | 'now'>;

/** The most attempts to change a document when changes conflict. */
const attempts = 5;

/**
 * Changes a `$schema` in the document of a run. The function writes a new revision of the document with its
 * index, and then names the revision in the row. Until then the revision is invisible. A reader that has read
 * the row before can still read the old revision.
 *
 * @returns the changed run and the written tasks for its datasets. Undefined when the run does not exist.
 * @throws DownpourError RUN_TOO_LARGE (413), RUN_CHANGED (409) when other changes keep interfering, and the
 * errors of the change.
 */
export async function changeSchema(
  context: ChangeSchemaContext,
  id: number,
  change: SchemaChange,
): Promise<{ readonly run: RunRow; readonly due: readonly OutboxEntry[] } | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const run = await context.repository.runs.get(id);
    if (run === undefined) return undefined;
    const before = await documentOf(context, run);
    const body = withSchemaAt(before, change);
    if (Buffer.compare(body, before) === 0) return { run, due: [] };
    const changed = await revised(context, run, body);
    if (changed !== 'late') return changed;
  }
  const message = `Downpour could not change the document of run ${id}, because other requests changed the document during each of ${attempts} attempts; send the request again`;
  throw new DownpourError('RUN_CHANGED', 409, message);
}

async function documentOf({ runs }: ChangeSchemaContext, run: RunRow): Promise<Uint8Array> {
  const { id, sizeBytes, revision } = run;
  if (sizeBytes > uploadLimits.uploadBytesMax) {
    const bound = `Downpour can change $schema only in documents of at most ${grouped(uploadLimits.uploadBytesMax)} bytes`;
    const message = `the document of run ${id} has ${grouped(sizeBytes)} bytes, and ${bound}; write $schema into your file and upload the file again`;
    throw new DownpourError('RUN_TOO_LARGE', 413, message);
  }
  const bytes = await runs.get(id, revision);
  if (bytes === undefined) throw new Error(`the document of run ${id} is missing from the bucket`);
  return bytes;
}

/** Replaces the document of a run, unless another process has replaced it since the run was read. */
async function revised(context: ChangeSchemaContext, run: RunRow, body: Uint8Array) {
  const { repository, runs, work } = context;
  const { id } = run;
  const { index, bytes } = await builtIndex([body]);
  const metadata = run.hasMetadata ? await runs.metadata(id) : undefined;
  const schemas = schemaReferences(index, metadata && (await builtIndex([metadata])).index);
  const bloomFilter =
    body.length <= searchLimits.bloomFilterBytesMax ? bloomFilterOf(parseJson(body)) : undefined;
  const revision = await repository.table.newIds('revision');
  // The task that deletes the new revision is written before the revision, so that an interruption leaves no
  // orphan.
  await repository.table.write([erasure(context, id, revision)]);
  // After a restore of the tables, the number may belong to a lost revision.
  if (!(await runs.put(id, body, revision))) return 'late' as const;
  if (body.length > limits.wholeBytesMax) await runs.putIndex(id, bytes, revision);
  const due = work.entry({ kind: 'datasets', run: id }, 'now', { group: teamGroup(run.owner) });
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
    () => [...wordsChange(run, revision, bloomFilter), erasure(context, id, run.revision ?? 0), due.write],
  );
  if (isLate) return 'late' as const;
  return changed && { run: changed, due: [due] };
}
