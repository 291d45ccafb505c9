import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Plan } from '../driver/model/plan.ts';
import type { SharedSnapshot } from '../driver/model/shared-state.ts';
import type { PhaseResult } from '../driver/run/settle.ts';
import type { Partial } from '../driver/statistics/partial.ts';
import { objectKey } from './names.ts';

/** The larger things of a burst: its document, its plan, what was measured. Kept 30 days by the bucket. */
export type BurstObjects = ReturnType<typeof openBurstObjects>;

export function openBurstObjects(s3: S3Client, bucket: string) {
  const store = { s3, bucket };
  return {
    putDocument: (burst: string, text: string): Promise<void> =>
      put(store, objectKey.document(burst), Buffer.from(text), 'application/yaml'),

    document: async (burst: string): Promise<string | undefined> =>
      (await read(store, objectKey.document(burst)))?.toString('utf8'),

    putPlan: (plan: Plan): Promise<void> =>
      put(store, objectKey.plan(plan.burst), Buffer.from(JSON.stringify(plan)), 'application/json'),

    /** @throws Error when the burst has not been planned. */
    async plan(burst: string): Promise<Plan> {
      const bytes = await read(store, objectKey.plan(burst));
      if (bytes === undefined) throw new Error(`burst ${burst} has no plan`);
      return JSON.parse(bytes.toString('utf8')) as Plan;
    },

    putPartial: (burst: string, phase: number, partial: Partial): Promise<void> =>
      putJson(store, objectKey.partial(burst, phase, partial.shard, partial.segment), partial),

    /** Undefined for a drive that was lost. */
    partial: (burst: string, phase: number, shard: number, segment: number): Promise<Partial | undefined> =>
      readJson<Partial>(store, objectKey.partial(burst, phase, shard, segment)),

    putShared: (
      burst: string,
      phase: number,
      shard: number,
      segment: number,
      snapshot: SharedSnapshot,
    ): Promise<void> => putJson(store, objectKey.shared(burst, phase, shard, segment), snapshot),

    /** Undefined for a drive that has left nothing behind. */
    shared: (
      burst: string,
      phase: number,
      shard: number,
      segment: number,
    ): Promise<SharedSnapshot | undefined> =>
      readJson<SharedSnapshot>(store, objectKey.shared(burst, phase, shard, segment)),

    putPhase: (burst: string, phase: number, result: PhaseResult): Promise<void> =>
      putJson(store, objectKey.phaseStatistics(burst, phase), result),

    /** Undefined for a phase that was not settled. */
    phase: (burst: string, phase: number): Promise<PhaseResult | undefined> =>
      readJson<PhaseResult>(store, objectKey.phaseStatistics(burst, phase)),
  };
}

type Store = { readonly s3: S3Client; readonly bucket: string };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const putJson = async (store: Store, key: string, value: unknown): Promise<void> =>
  put(store, key, await compress(JSON.stringify(value)), 'application/gzip');

async function readJson<Value>(store: Store, key: string): Promise<Value | undefined> {
  const bytes = await read(store, key);
  return bytes && (JSON.parse((await decompress(bytes)).toString('utf8')) as Value);
}

async function put({ s3, bucket }: Store, key: string, body: Uint8Array, type: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
}

async function read({ s3, bucket }: Store, key: string): Promise<Buffer | undefined> {
  try {
    const reply = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = await reply.Body?.transformToByteArray();
    return bytes && Buffer.from(bytes);
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}
