import {
  type DocumentStores,
  wholeDocument,
} from '../../../../lib/repository/pipeline/content/dataset-document.ts';
import { makeDatasets } from '../../../../lib/repository/pipeline/datasets/make-datasets.ts';
import { storeRun } from '../../../../lib/repository/pipeline/store/store-run.ts';
import type { DatasetStore } from '../../../../lib/repository/ports/dataset-store.ts';
import type { RunStore } from '../../../../lib/repository/ports/run-store.ts';
import type { Schema } from '../../../../lib/repository/records/schemas/schemas.ts';
import type { Transformer } from '../../../../lib/repository/records/schemas/transformers.ts';
import { openRepository } from '../../../../lib/repository/repository.ts';
import type { Access, Principal } from '../../../../lib/results/access.ts';
import type { Evaluate } from '../../../../lib/results/scripts/evaluation.ts';
import { parseUpload, withIndex } from '../../../../lib/results/upload/upload.ts';
import { openMemoryTable } from '../../memory-table.ts';
import { openQueuedWork } from '../../work/queue.ts';

export const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };

/** Evaluates functions without a sandbox. */
export const evaluate: Evaluate = async (script, argument) => {
  try {
    return {
      output: [],
      json: JSON.stringify(await new Function(`return (${script})`)()(JSON.parse(argument))) ?? 'null',
    };
  } catch (error) {
    return { output: [], problem: String(error) };
  }
};

const range = (bytes: Uint8Array | undefined, start: number, end?: number) => bytes?.subarray(start, end);

/** Opens a repository in memory, with the objects of its runs and datasets by key. */
export function openWorld(table = openMemoryTable()) {
  const objects = new Map<string, Uint8Array>();
  const at =
    (key: string) =>
    async (...ends: [number, number?]) =>
      range(objects.get(key), ...ends);
  const runs = {
    put: async (id: number, body: Uint8Array, revision = 0) => {
      const key = `run ${id} ${revision}`;
      return !objects.has(key) && objects.set(key, body).size > 0;
    },
    putIndex: async (id: number, index: Uint8Array, revision = 0) =>
      void objects.set(`index ${id} ${revision}`, index),
    putMetadata: async (id: number, bytes: Uint8Array) => void objects.set(`metadata ${id}`, bytes),
    metadata: async (id: number) => objects.get(`metadata ${id}`),
    get: async (id: number, revision = 0) => objects.get(`run ${id} ${revision}`),
    async eraseRevision(id: number, revision: number) {
      objects.delete(`run ${id} ${revision}`);
      objects.delete(`index ${id} ${revision}`);
    },
    document: (id: number, revision = 0) => at(`run ${id} ${revision}`),
    index: (id: number, revision = 0) => at(`index ${id} ${revision}`),
  } as RunStore;
  const datasets: DatasetStore = {
    put: async (run, id, document) => void objects.set(`dataset ${run} ${id}`, document),
    document: (run, id) => at(`dataset ${run} ${id}`),
    index: (run, id) => at(`dataset index ${run} ${id}`),
    putIndex: async (run, id, index) => void objects.set(`dataset index ${run} ${id}`, index),
    async erase(run, id) {
      objects.delete(`dataset ${run} ${id}`);
      objects.delete(`dataset index ${run} ${id}`);
    },
  };
  const repository = openRepository(table);
  const queue = openQueuedWork({}, table);
  const context = { repository, runs, datasets, evaluate, work: queue.work, now: () => queue.time.now };
  const owned = { owner: 'ada-team', access: 'PUBLIC' as Access };
  return {
    table,
    objects,
    repository,
    queue,
    context,
    async schema(uri: string, schema?: object): Promise<Schema> {
      const more = schema === undefined ? {} : { schema: JSON.stringify(schema) };
      const made = await repository.schemas.create({ name: uri, uri, ...owned, ...more });
      if (typeof made === 'string') throw new Error(`${made} is taken`);
      return made;
    },
    /** Adds a transformer that the test uses. */
    async transformer(schema: Schema, more: Partial<Transformer>, test = 'shop'): Promise<number> {
      const name = `t${schema.id}`;
      const id =
        (await repository.transformers.create({
          schemaId: schema.id,
          name,
          extractors: [],
          ...owned,
          ...more,
        })) ?? 0;
      const known =
        (await repository.tests.byName(test)) ?? (await repository.tests.create({ name: test, ...owned }));
      if (known === undefined) throw new Error('no test');
      await repository.tests.change(known.id, (each) => ({
        ...each,
        transformers: [...(each.transformers ?? []), id],
      }));
      return id;
    },
    async upload(
      document: string,
      more: { metadata?: string; start?: number; test?: string; access?: Access; owner?: Principal } = {},
    ) {
      const { metadata, start = 1, test = 'shop', access = 'PUBLIC', owner = ada } = more;
      const parameters = { test, start: String(start), stop: String(start + 1), access };
      const draft = parseUpload(owner, parameters, {
        data: Buffer.from(document),
        ...(metadata !== undefined && { metadata: Buffer.from(metadata) }),
      });
      const stores = { repository, runs, work: queue.work };
      return (await storeRun(stores, await withIndex(draft), { caller: owner, now: 1 })).id;
    },
    make: (run: number) => makeDatasets(context, run),
    /** Reads the documents of a run's datasets. */
    async texts(run: number): Promise<readonly string[]> {
      const row = await repository.runs.get(run);
      const rows = await repository.datasets.getMany(row?.datasets ?? []);
      return Promise.all(
        rows.map(async (each) =>
          each === undefined
            ? 'no row'
            : Buffer.from((await wholeDocument(context as DocumentStores, each)) ?? 'gone').toString(),
        ),
      );
    },
  };
}

/** A label of the member `v` of a dataset's elements. */
export const labelOf = <More extends { readonly id: number; readonly name: string }>(
  schemaId: number,
  more: More,
) => ({
  ...({ owner: 'ada-team', access: 'PUBLIC', schemaId, filtering: true, metrics: true } as const),
  extractors: [{ name: 'v', jsonpath: '$.v', isarray: false }],
  ...more,
});
