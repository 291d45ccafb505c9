import assert from 'node:assert/strict';
import { after, mock } from 'node:test';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { stores } from '../../functions/stores.ts';
import { handler as performWork } from '../../functions/work/perform.ts';
import { queues } from '../../functions/work-context.ts';
import type { ConductorState } from '../../lib/driver/conducting/state.ts';
import type { Flag } from '../../lib/driver/conducting/stop-flag.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import type { Flush } from '../../lib/driver/progress/flush.ts';
import type { PhaseResult } from '../../lib/driver/run/settle-phase.ts';
import type { MergedPhase } from '../../lib/driver/statistics/merge.ts';
import type { Partial } from '../../lib/driver/statistics/partial.ts';
import { burstKey } from '../../lib/names/burst-keys.ts';
import { environment } from '../../lib/names/environment.ts';
import { firstKeyId, identityKey } from '../../lib/names/identity-keys.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { repositoryKey } from '../../lib/names/repository-keys.ts';
import type { Message } from '../../lib/repository/work/work.ts';
import { type ApiKey, makeKey } from '../../lib/results/identity/api-key.ts';
import type { AuditRecord } from '../../lib/results/identity/audit.ts';
import type { OnceRecord } from '../../lib/results/identity/one-time-code.ts';
import type { User } from '../../lib/results/identity/user.ts';
import { type BurstDocument, outlineOf } from '../../lib/store/burst-objects.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { packed, unpacked } from '../../lib/store/item-operations.ts';
import { packMerged, packPartial, unpackMerged, unpackPartial } from '../../lib/store/measurement-format.ts';
import { type MemoryTable, openMemoryTable } from '../repository/memory-table.ts';
import { type MemoryDynamo, openMemoryDynamo } from '../store/memory-dynamo.ts';
import { type MemoryObjects, openMemoryObjects } from '../store/memory-objects.ts';
import { type Item, type Key, type Packing, viewOfItems, viewOfObjects, withoutKey } from './views.ts';

/**
 * DynamoDB and S3 in memory, with views of the contents that the stores of this process keep there, and the
 * requests to Step Functions.
 */
export type Memory = ReturnType<typeof viewsOf> & {
  /** The table of the repository. */
  readonly table: MemoryTable;
  /** The objects by their keys. */
  readonly objects: MemoryObjects['stored'];
  readonly dynamo: MemoryDynamo;
  /** Reports of drives that were counted, as `report burst shard`. */
  readonly counted: readonly string[];
  /** The records of the audit, in the order of time. */
  readonly audit: readonly AuditRecord[];
  /** Messages of the queues of work. `drainWork` performs them. */
  readonly queued: Message[];
  /** Inputs of the commands that Step Functions was sent. */
  readonly requests: Readonly<Record<string, unknown>>[];
  /** Replaces the answer of Step Functions. */
  stepFunctions: () => Promise<object>;
};

const tables = { identity: 'identity', repository: 'repository', bursts: 'bursts' } as const;

/** Connects the stores and the state machine of this process to services in memory, once a test file. */
export function openMemory(): Memory {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    [environment.runsBucket]: 'bucket',
    [environment.identityTable]: tables.identity,
    [environment.repositoryTable]: tables.repository,
    [environment.burstsTable]: tables.bursts,
    [environment.stateMachineArn]: 'arn:machine',
    [environment.targets]: '127.0.0.1',
  });
  const dynamo = openMemoryDynamo();
  const objects = openMemoryObjects();
  const memory: Memory = {
    ...viewsOf(dynamo, objects),
    table: openMemoryTable(dynamo),
    objects: objects.stored,
    dynamo,
    get counted() {
      const counts = [...dynamo.items(tables.bursts)].flatMap(([pk, items]) =>
        [...items]
          .filter(([sk]) => sk.startsWith('count#'))
          .map(([, item]) => ({ burst: pk.split('#')[0], item })),
      );
      return (['ready', 'finished', 'terminated'] as const).flatMap((report) =>
        counts.flatMap(({ burst, item }) =>
          [...((item[report] ?? []) as Set<number>)].map((shard) => `${report} ${burst} ${shard}`),
        ),
      );
    },
    get audit() {
      const days = [...dynamo.items(tables.identity)].filter(([pk]) => pk.startsWith('audit#'));
      const items = days.flatMap(([, day]) => [...day.values()]);
      return items
        .sort((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1))
        .map(withoutKey<AuditRecord>);
    },
    queued: [],
    requests: [],
    stepFunctions: async () => ({}),
  };
  // Tests replace methods of these stores, so each use has to find the same one.
  for (const name of ['runs', 'datasets', 'keys', 'users', 'audit'] as const)
    Object.defineProperty(stores(), name, { value: stores()[name] });
  replaceSend(DynamoDBDocumentClient.prototype, dynamo.client.send);
  replaceSend(S3Client.prototype, objects.send);
  Object.assign(queues(), {
    send: async (messages: readonly Message[]) => void memory.queued.push(...structuredClone(messages)),
    retry: async () => undefined,
  });
  mock.method(SFNClient.prototype, 'send', async ({ input }: { input: Record<string, unknown> }) => {
    memory.requests.push(input);
    return memory.stepFunctions();
  });
  return memory;
}

/**
 * Replaces the method of a client until the end of the test file, because the next file of the process may
 * use real services. Tests may reset all mocks, so this is no mock.
 */
function replaceSend<Send>(client: { send: Send }, send: Send): void {
  const own = Object.getOwnPropertyDescriptor(client, 'send');
  client.send = send;
  after(() => {
    if (own === undefined) Reflect.deleteProperty(client, 'send');
    else Object.defineProperty(client, 'send', own);
  });
}

/**
 * Empties the table, except for its counters. Warm functions cache documents by their ids, so an id must not
 * be used again.
 */
export function emptyTable({ table }: Memory): void {
  table.clear(repositoryKey.counter('').pk);
}

/** Performs the messages of the queues until they are empty. A failed task fails the test. */
export async function drainWork({ queued }: Memory): Promise<void> {
  for (let message = queued.shift(); message !== undefined; message = queued.shift()) {
    const record = {
      messageId: 'm',
      receiptHandle: 'm',
      body: JSON.stringify(message),
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: '',
      awsRegion: 'us-east-1',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '0',
        SenderId: '',
        ApproximateFirstReceiveTimestamp: '0',
      },
    };
    const { batchItemFailures } = await performWork({ Records: [record] });
    assert.deepEqual(batchItemFailures, [], JSON.stringify(message));
  }
}

/** Makes an API key of a user in the memory, and returns its text. */
export function keyOfUser(memory: Memory, id: number, user: string, role: 'user' | 'admin' = 'user'): string {
  const made = makeKey(id, { name: user, user, role }, new Uint8Array(32).fill(id), Date.now());
  memory.keys.set(id, made.key);
  return made.text;
}

function viewsOf(dynamo: MemoryDynamo, { stored }: MemoryObjects) {
  const items = <Value extends object>(
    table: string,
    keyOf: (id: string) => Key,
    packing?: Packing<Value, Item>,
  ) => viewOfItems<Value>(dynamo, table, keyOf, packing);
  const objects = <Value>(
    keyOf: (id: string) => string,
    packing: Packing<Value, Uint8Array>,
    pattern?: RegExp,
  ) => viewOfObjects(stored, keyOf, packing, pattern);
  const { identity, bursts } = tables;
  const expiresAt = Math.ceil(Date.now() / 1000) + 86_400;
  return {
    records: items<BurstRecord>(bursts, burstKey.burst, {
      pack(record) {
        const { id, user, createdAt } = record;
        dynamo.place(bursts, burstKey.listed(createdAt, id), { id, user, expiresAt });
        return { ...record, expiresAt };
      },
      unpack: ({ pk: _, sk: __, expiresAt: ___, ...record }) => record as BurstRecord,
    }),
    conductors: items<{ version: number; state: ConductorState }>(bursts, burstKey.conductor, {
      pack: ({ version, state }) => ({ version, state: packed(state), expiresAt }),
      unpack: ({ version, state }) => ({ version: Number(version), state: unpacked(state as Uint8Array) }),
    }),
    /** The first copy of each burst's flag. */
    flags: items<Flag>(bursts, (id) => burstKey.flag(id, 0)),
    /** The leases of drives, by `burst phase/shard/segment`. */
    leases: items<{ readonly lease: string }>(bursts, ofDrive(burstKey.lease)),
    keys: items<ApiKey>(identity, (id) => identityKey.apiKey(Number(id)), {
      pack(key) {
        const counter = identityKey.counter('api-key');
        const last = Number(dynamo.item(identity, counter)?.last ?? 0);
        dynamo.place(identity, counter, { last: Math.max(last, key.id - firstKeyId) });
        return key;
      },
      unpack: withoutKey<ApiKey>,
    }),
    /** Codes that give a key once, by their hash. */
    onces: items<OnceRecord>(identity, identityKey.once),
    users: items<User>(identity, identityKey.user),
    documents: objects<BurstDocument>(
      objectKey.document,
      {
        pack({ text, parameters }, id) {
          stored.set(objectKey.parameters(id), json().pack(parameters));
          return Buffer.from(text);
        },
        unpack: (bytes, id) => ({
          text: Buffer.from(bytes).toString(),
          parameters: json<BurstDocument['parameters']>().unpack(
            stored.get(objectKey.parameters(id)) ?? assert.fail(),
            id,
          ),
        }),
      },
      /^bursts\/(.*)\/document\.yaml$/,
    ),
    plans: objects<Plan>(objectKey.plan, {
      pack(plan, id) {
        stored.set(objectKey.outline(id), json().pack(outlineOf(plan, 0)));
        return json().pack(plan);
      },
      unpack: json<Plan>().unpack,
    }),
    /** The results of drives, by `burst phase/shard/segment`. */
    partials: objects<Partial>(ofDrive(objectKey.partial), zstd(packPartial, unpackPartial)),
    /** Parts that drives stored during the load, by `burst phase/shard/segment number`. */
    flushes: objects<Flush>(ofDrive(objectKey.flush), zstd(packPartial, unpackPartial<Flush>)),
    /** The merged results of groups of drives, by `burst phase group`. */
    groups: objects<MergedPhase>(
      ofDrive(objectKey.group),
      zstd(packMerged, (bytes) => unpackMerged(bytes).merged),
    ),
    /** The results of phases, by `burst phase`. */
    results: objects<PhaseResult>(
      ofDrive(objectKey.phaseStatistics),
      zstd(
        ({ merged, ...more }) => packMerged(merged, more),
        (bytes) => unpackMerged<Omit<PhaseResult, 'merged'>>(bytes),
      ),
    ),
    /** Contents of uploaded files, by `upload/hash`. */
    files: objects((id) => `files/${id}`, raw, /^files\/(.*)$/),
    /** Documents of runs by id, and later revisions by `id.revision`. */
    bodies: objects(ofRevision(objectKey.run), raw, /^runs\/(\d+)\/run(?:\.(\d+))?\.json$/),
    indexes: objects(ofRevision(objectKey.index), raw, /^runs\/(\d+)\/index(?:\.(\d+))?$/),
    metadata: objects((id) => objectKey.metadata(Number(id)), raw),
    histograms: objects<string>((id) => objectKey.histograms(Number(id)), {
      pack: (text) => gzipSync(text),
      unpack: (bytes) => gunzipSync(bytes).toString(),
    }),
    measured: objects((id) => objectKey.measured(Number(id)), raw, /^runs\/(\d+)\/measured$/),
    /** The indexes of datasets, by `run.dataset`. */
    datasetIndexes: objects(ofRevision(objectKey.datasetIndex), raw, /^runs\/(\d+)\/datasets\/(\d+)\/index$/),
  };
}

const raw: Packing<Uint8Array, Uint8Array> = { pack: (bytes) => bytes, unpack: (bytes) => bytes };
const json = <Value = unknown>(): Packing<Value, Uint8Array> & { pack: (value: Value) => Uint8Array } => ({
  pack: (value) => Buffer.from(JSON.stringify(value)),
  unpack: (bytes) => JSON.parse(Buffer.from(bytes).toString()) as Value,
});
const zstd = <Value>(
  pack: (value: Value) => Uint8Array,
  unpack: (bytes: Uint8Array) => Value,
): Packing<Value, Uint8Array> => ({
  pack: (value) => zstdCompressSync(pack(value)),
  unpack: (bytes) => unpack(zstdDecompressSync(bytes)),
});

/** The key of an object or item, from a text such as `burst phase/shard/segment`. */
const ofDrive =
  <Stored>(keyOf: (burst: string, ...numbers: [number, number, number, number]) => Stored) =>
  (id: string): Stored => {
    const [burst = '', ...numbers] = id.split(/[ /]/);
    return keyOf(burst, ...(numbers.map(Number) as [number, number, number, number]));
  };
const ofRevision =
  (keyOf: (id: number, revision: number) => string) =>
  (id: string): string => {
    const [run, revision = 0] = id.split('.');
    return keyOf(Number(run), Number(revision));
  };
