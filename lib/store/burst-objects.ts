import { promisify } from 'node:util';
import { gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import type { PlanOutline } from '../driver/conducting/burst-status.ts';
import type { Plan } from '../driver/model/plan.ts';
import type { SharedSnapshot } from '../driver/model/shared-state.ts';
import type { Flush } from '../driver/progress/flush.ts';
import type { PhaseResult } from '../driver/run/settle-phase.ts';
import type { MergedPhase } from '../driver/statistics/merge.ts';
import type { Partial } from '../driver/statistics/partial.ts';
import { objectKey } from '../names/object-keys.ts';
import { packMerged, packPartial, unpackMerged, unpackPartial } from './measurement-format.ts';
import { eraseObject, type ObjectStore, putJson, putObject, readJson, readObject } from './objects.ts';

/**
 * The store of the larger objects of a burst. The bucket keeps measurements for 30 days. Objects that may
 * contain secrets of the document are kept only until the burst is over.
 */
export type BurstObjects = ReturnType<typeof openBurstObjects>;

export function openBurstObjects(s3: S3Client, bucket: string) {
  const store = { s3, bucket };
  return {
    /** Stores the document and the values of its parameters. */
    async putDocument(burst: string, text: string, parameters: Parameters): Promise<void> {
      await Promise.all([
        putObject(store, objectKey.document(burst), Buffer.from(text), 'application/yaml'),
        putJson(store, objectKey.parameters(burst), parameters),
      ]);
    },

    /** Reads the document of a burst. Undefined when the document was never stored, or is deleted. */
    async document(burst: string): Promise<BurstDocument | undefined> {
      const [text, parameters] = await Promise.all([
        readObject(store, objectKey.document(burst)),
        readJson<Parameters>(store, objectKey.parameters(burst)),
      ]);
      if (text === undefined || parameters === undefined) return undefined;
      return { text: text.toString('utf8'), parameters };
    },

    /**
     * Stores the plan for the drives, and separately the part of the plan that users see.
     * @param failedRatio the share of the requests that may fail by default, 0 to 1.
     */
    async putPlan(plan: Plan, failedRatio: number): Promise<void> {
      await Promise.all([
        putJson(store, objectKey.plan(plan.burst), plan),
        putJson(store, objectKey.outline(plan.burst), outlineOf(plan, failedRatio)),
      ]);
    },

    /**
     * Reads the plan of a burst.
     * @throws Error when the burst has not been planned, or is over.
     */
    async plan(burst: string): Promise<Plan> {
      return (await readJson<Plan>(store, objectKey.plan(burst))) ?? unplanned(burst);
    },

    /**
     * Reads the part of the plan that users see.
     * @throws Error when the burst has not been planned.
     */
    async outline(burst: string): Promise<PlanOutline> {
      return (await readJson<PlanOutline>(store, objectKey.outline(burst))) ?? unplanned(burst);
    },

    /**
     * Deletes the document, the parameters and the plan. The values that simulated users shared are deleted
     * too, because they may contain secrets of the document. The call may be repeated.
     */
    async eraseDocument(burst: string): Promise<void> {
      // The shared values are deleted before the plan, because only the plan contains their keys.
      await Promise.all((await sharedKeys(store, burst)).map((key) => eraseObject(store, key)));
      const keys = [objectKey.document, objectKey.parameters, objectKey.plan].map((key) => key(burst));
      await Promise.all(keys.map((key) => eraseObject(store, key)));
    },

    putPartial: (burst: string, phase: number, partial: Partial): Promise<void> =>
      putPacked(store, objectKey.partial(burst, phase, partial.shard, partial.segment), packPartial(partial)),

    /** Reads the final measurements of a drive. Undefined for a drive that was lost. */
    partial: (burst: string, phase: number, shard: number, segment: number): Promise<Partial | undefined> =>
      readPacked(store, objectKey.partial(burst, phase, shard, segment), (bytes) => unpackPartial(bytes)),

    putFlush: (burst: string, phase: number, number: number, flush: Flush): Promise<void> =>
      putPacked(store, objectKey.flush(burst, phase, flush.shard, flush.segment, number), packPartial(flush)),

    /**
     * Reads one of the reports of measurements that a drive stored while it ran, by its number. Undefined
     * after the last report.
     */
    flush: (
      burst: string,
      phase: number,
      shard: number,
      segment: number,
      number: number,
    ): Promise<Flush | undefined> =>
      readPacked(store, objectKey.flush(burst, phase, shard, segment, number), (bytes) =>
        unpackPartial<Flush>(bytes),
      ),

    putGroup: (burst: string, phase: number, group: number, merged: MergedPhase): Promise<void> =>
      putPacked(store, objectKey.group(burst, phase, group), packMerged(merged)),

    /** Reads the merged result of a group of drives. Undefined for a group that could not be merged. */
    group: (burst: string, phase: number, group: number): Promise<MergedPhase | undefined> =>
      readPacked(store, objectKey.group(burst, phase, group), (bytes) => unpackMerged(bytes).merged),

    async putShared(
      burst: string,
      phase: number,
      shard: number,
      segment: number,
      snapshot: SharedSnapshot,
    ): Promise<void> {
      const bytes = await promisify(gzip)(JSON.stringify(snapshot));
      await putObject(store, objectKey.shared(burst, phase, shard, segment), bytes, 'application/gzip');
    },

    /** Reads the values that users of a drive shared. Undefined for a drive that stored none. */
    async shared(
      burst: string,
      phase: number,
      shard: number,
      segment: number,
    ): Promise<SharedSnapshot | undefined> {
      const bytes = await readObject(store, objectKey.shared(burst, phase, shard, segment));
      return bytes && (JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as SharedSnapshot);
    },

    putPhase: (burst: string, phase: number, result: PhaseResult): Promise<void> =>
      putPacked(store, objectKey.phaseStatistics(burst, phase), packResult(result)),

    /** Reads the result of a phase. Undefined for a phase that was not settled. */
    phase: (burst: string, phase: number): Promise<PhaseResult | undefined> =>
      readPacked(store, objectKey.phaseStatistics(burst, phase), (bytes) =>
        unpackMerged<Omit<PhaseResult, 'merged'>>(bytes),
      ),
  };
}

type Parameters = Readonly<Record<string, string>>;

/** The document and the parameters of a burst at its start. */
export type BurstDocument = { readonly text: string; readonly parameters: Parameters };

/** The parts of a plan that users see: the limits and the targets, without the scenarios. */
export const outlineOf = (
  { benchmark, phases, estimate, shards }: Plan,
  failedRatio: number,
): PlanOutline => ({
  benchmark: {
    phases: benchmark.phases.map(({ name, isWarmup, durationMs }) => ({
      name,
      isWarmup,
      ...(durationMs === undefined ? {} : { durationMs }),
    })),
  },
  phases: phases.map(({ index, expectedArrivals, requests }) => {
    const { isJudged, customSlas: custom } = benchmark.phases[index] ?? {};
    if (isJudged === false) return { expectedArrivals };
    return {
      expectedArrivals,
      limits: { requests, failedRatio, ...(custom === undefined ? {} : { custom }) },
    };
  }),
  shards,
  targets: benchmark.targets.map(({ protocol, authority }) => `${protocol}://${authority}`),
  dollars: estimate.dollars,
});

function unplanned(burst: string): never {
  throw new Error(`the bucket has no plan of burst ${burst}`);
}

const packResult = ({ merged, ...extra }: PhaseResult): Uint8Array => packMerged(merged, extra);

/**
 * Compresses with zstd. A drive's result of 11 MB (200 metrics, 12 minutes) takes 100 ms of CPU to write and
 * 34 ms to read. gzip takes 350 and 57 ms and saves 1 %.
 */
const compressWell = promisify(zstdCompress);
const decompressWell = promisify(zstdDecompress);

const putPacked = async (store: ObjectStore, key: string, bytes: Uint8Array): Promise<void> =>
  putObject(store, key, await compressWell(bytes), 'application/zstd');

async function readPacked<Value>(
  store: ObjectStore,
  key: string,
  unpack: (bytes: Uint8Array) => Value,
): Promise<Value | undefined> {
  const bytes = await readObject(store, key);
  return bytes && unpack(await decompressWell(bytes));
}

/**
 * The keys of the objects with values that users shared. Empty when the plan, which has the keys, is deleted.
 */
async function sharedKeys(store: ObjectStore, burst: string): Promise<readonly string[]> {
  const plan = await readJson<Plan>(store, objectKey.plan(burst));
  if (plan === undefined) return [];
  const { benchmark, phases } = plan;
  return phases.flatMap(({ index, shards, segments }) => {
    if (benchmark.phases[index]?.scenario?.sharesState !== true) return [];
    return segments.flatMap((segment) =>
      Array.from({ length: shards }, (_, shard) => objectKey.shared(burst, index, shard, segment.index)),
    );
  });
}
