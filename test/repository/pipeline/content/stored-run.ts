import assert from 'node:assert/strict';
import type { DatasetRow } from '../../../../lib/repository/records/datasets/dataset.ts';
import type { RunRow } from '../../../../lib/repository/records/runs/runs.ts';
import { builtIndex } from '../../../../lib/results/run-index/index-run.ts';
import { openWorld } from '../datasets/world.ts';

/**
 * Makes a run whose document was changed twice, so its first keys have no objects. Records the reads of the
 * run.
 */
export async function storedRun(document: Buffer, metadata?: string) {
  const world = openWorld();
  const id = await world.upload('{}');
  const { objects, repository, context } = world;
  objects.clear();
  objects.set(`run ${id} 2`, document);
  objects.set(`index ${id} 2`, (await builtIndex([document])).bytes);
  if (metadata !== undefined) objects.set(`metadata ${id}`, Buffer.from(metadata));
  const change = (more: Partial<RunRow>): Promise<unknown> =>
    repository.runs.change(id, (row) => ({ ...row, ...more }));
  await change({ revision: 2, sizeBytes: document.length });
  const run = (await repository.runs.get(id)) ?? assert.fail();
  const reads: string[] = [];
  const runs = {
    ...context.runs,
    get: (...of: Parameters<typeof context.runs.get>) => {
      reads.push('document');
      return context.runs.get(...of);
    },
    document:
      (...of: Parameters<typeof context.runs.document>) =>
      (start: number, end?: number) => {
        reads.push(`document ${start} to ${end}`);
        return context.runs.document(...of)(start, end);
      },
    metadata: (of: number) => {
      reads.push('metadata');
      return context.runs.metadata(of);
    },
  };
  const dataset: DatasetRow = {
    id: 1,
    runId: id,
    ordinal: 0,
    testId: run.testId,
    start: 1,
    stop: 2,
    schemas: [],
    sizeBytes: 0,
    revision: 2,
  };
  return { ...world, run, runs, reads, change, dataset };
}

export const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? 'gone').toString();
