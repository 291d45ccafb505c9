import { createHash } from 'node:crypto';
import { NoSuchKey, NotFound, S3ServiceException } from '@aws-sdk/client-s3';
import { s3 } from '../constants.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { Bucket } from './bucket.ts';
import { type Calls, type Mood, type Service, ServiceError } from './calls.ts';
import type { Meters } from './meters.ts';

type Input = {
  readonly Key: string;
  readonly Body?: Uint8Array | string;
  readonly IfNoneMatch?: string;
  readonly IfMatch?: string;
  readonly Range?: string;
  readonly Prefix?: string;
  readonly MaxKeys?: number;
  readonly StartAfter?: string;
  readonly ContinuationToken?: string;
  readonly Delete?: { readonly Objects: readonly { readonly Key: string }[] };
};

/** Simulates an S3 bucket. All keys share the request rates of one new prefix. */
export class Objects {
  readonly stored = new Map<string, Uint8Array>();
  readonly #world: World;
  readonly #calls: Calls;
  readonly #meters: Meters;
  readonly #service: Service;
  readonly #latency: number;
  readonly #reads: Bucket;
  readonly #writes: Bucket;
  /** Called with every object that a function reads. Afterwards the function computes for a while. */
  readonly #onRead: (key: string, bytes: number) => Promise<void>;

  constructor(
    world: World,
    random: Random,
    calls: Calls,
    meters: Meters,
    given: { latency: number; failures: number; quota: number; mood: Mood },
    onRead: (key: string, bytes: number) => Promise<void>,
  ) {
    this.#world = world;
    this.#calls = calls;
    this.#meters = meters;
    this.#latency = given.latency;
    this.#onRead = onRead;
    this.#reads = new Bucket(world, given.quota * s3.readsPerSecond, given.quota * s3.readsPerSecond);
    this.#writes = new Bucket(world, given.quota * s3.writesPerSecond, given.quota * s3.writesPerSecond);
    this.#service = {
      name: 's3',
      attemptsMax: s3.attemptsMax,
      retryBaseMs: s3.retryBaseMs,
      lost: s3.lost * given.failures,
      mood: given.mood,
      latencyMs: (operation) =>
        given.latency *
        (isRead(operation)
          ? random.logNormal(s3.getMedianMs, s3.getP99Ms)
          : random.logNormal(s3.putMedianMs, s3.putP99Ms)),
    };
  }

  async send(operation: string, input: Input): Promise<unknown> {
    const bytes = await this.#calls.call(this.#service, operation, () => this.#perform(operation, input));
    const size = (bytes as { size?: number }).size ?? input.Body?.length ?? 0;
    if (this.#latency * size > 0) await this.#world.sleep((this.#latency * size) / s3.bytesPerMs);
    if (operation === 'GetObject') await this.#onRead(input.Key, size);
    return bytes;
  }

  #perform(operation: string, input: Input): unknown {
    this.#meters.count(isRead(operation) ? 's3 reads' : 's3 writes');
    const bucket = isRead(operation) ? this.#reads : this.#writes;
    if (!bucket.take()) throw new ServiceError('SlowDown', 'Please reduce your request rate.', 'throttle');
    const known = this.stored.get(input.Key);
    switch (operation) {
      case 'PutObject': {
        const etag = known === undefined ? undefined : etagOf(known);
        const isRefused =
          (input.IfNoneMatch === '*' && known !== undefined) ||
          (input.IfMatch !== undefined && input.IfMatch !== etag);
        if (isRefused)
          throw new S3ServiceException({
            name: 'PreconditionFailed',
            $fault: 'client',
            $metadata: { httpStatusCode: 412 },
            message: 'At least one of the pre-conditions you specified did not hold',
          });
        const body = typeof input.Body === 'string' ? Buffer.from(input.Body) : Buffer.from(input.Body ?? []);
        this.stored.set(input.Key, body);
        return { ETag: etagOf(body) };
      }
      case 'GetObject':
        if (known === undefined) throw new NoSuchKey({ $metadata: {}, message: `no ${input.Key}` });
        return replyOf(known, input.Range);
      case 'HeadObject':
        if (known === undefined) throw new NotFound({ $metadata: {}, message: `no ${input.Key}` });
        return { ContentLength: known.length, ETag: etagOf(known) };
      case 'DeleteObject':
        this.stored.delete(input.Key);
        return {};
      case 'DeleteObjects':
        for (const { Key } of input.Delete?.Objects ?? []) this.stored.delete(Key);
        return {};
      case 'ListObjectsV2':
        return this.#list(input);
      default:
        throw new Error(`the simulation does not support ${operation}`);
    }
  }

  #list({ Prefix = '', MaxKeys = 1000, StartAfter = '', ContinuationToken = StartAfter }: Input): unknown {
    const keys = [...this.stored.keys()]
      .filter((key) => key.startsWith(Prefix) && key > ContinuationToken)
      .sort();
    const page = keys.slice(0, MaxKeys);
    const more =
      keys.length > page.length
        ? { IsTruncated: true, NextContinuationToken: page.at(-1) }
        : { IsTruncated: false };
    return {
      Contents: page.map((Key) => ({ Key, Size: this.stored.get(Key)?.length })),
      KeyCount: page.length,
      ...more,
    };
  }
}

const isRead = (operation: string): boolean => /^(Get|Head)/.test(operation);
const etags = new WeakMap<Uint8Array, string>();

/** Stored bytes never change, so each object is hashed once, and not at each of its reads. */
function etagOf(bytes: Uint8Array): string {
  const etag = etags.get(bytes) ?? `"${createHash('md5').update(bytes).digest('hex')}"`;
  etags.set(bytes, etag);
  return etag;
}

/** @throws S3ServiceException for a range that begins after the last byte. */
function replyOf(whole: Uint8Array, range: string | undefined): unknown {
  const [, from = '0', to = ''] = /^bytes=(-?\d+)-?(\d*)$/.exec(range ?? '') ?? [];
  if (Number(from) > 0 && Number(from) >= whole.length)
    throw new S3ServiceException({
      name: 'InvalidRange',
      $fault: 'client',
      $metadata: { httpStatusCode: 416 },
      message: 'The requested range is not satisfiable',
    });
  const bytes = whole.subarray(Number(from), to === '' ? undefined : Number(to) + 1);
  const Body = {
    transformToByteArray: async () => bytes,
    transformToString: async () => Buffer.from(bytes).toString('utf8'),
  };
  return { Body, ContentLength: bytes.length, ETag: etagOf(whole), size: bytes.length };
}
