import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { SFNClient } from '@aws-sdk/client-sfn';
import { repository } from '../../functions/repository.ts';
import { burstFiles, burstStores, stores } from '../../functions/stores.ts';
import { handler as performWork } from '../../functions/work/perform.ts';
import { queues } from '../../functions/work-context.ts';
import type { Flag } from '../../lib/driver/conducting/flag.ts';
import type { Start } from '../../lib/driver/conducting/replies.ts';
import type { Snapshot } from '../../lib/driver/conducting/snapshot.ts';
import type { ConductorState } from '../../lib/driver/conducting/state.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import type { SharedSnapshot } from '../../lib/driver/model/shared-state.ts';
import type { Flush } from '../../lib/driver/progress/flush.ts';
import type { KeptSecond } from '../../lib/driver/progress/seconds.ts';
import type { PhaseResult } from '../../lib/driver/run/settle.ts';
import type { MergedPhase } from '../../lib/driver/statistics/merge.ts';
import type { Partial } from '../../lib/driver/statistics/partial.ts';
import { burstKey } from '../../lib/names/bursts.ts';
import { environment } from '../../lib/names/environment.ts';
import { identityKey } from '../../lib/names/identities.ts';
import { repositoryKey } from '../../lib/names/repository.ts';
import type { DatasetStore } from '../../lib/repository/ports/dataset-store.ts';
import type { AuditStore, UserStore } from '../../lib/repository/ports/identity-stores.ts';
import type { RunStore } from '../../lib/repository/ports/run-store.ts';
import { openRepository } from '../../lib/repository/repository.ts';
import type { Message } from '../../lib/repository/work/work.ts';
import { type ApiKey, makeKey } from '../../lib/results/identity/api-key.ts';
import type { AuditRecord } from '../../lib/results/identity/audit.ts';
import type { OnceRecord } from '../../lib/results/identity/browser-key.ts';
import type { Team, User } from '../../lib/results/identity/user.ts';
import type { BurstRequestClaim } from '../../lib/store/burst/requests.ts';
import type { Token } from '../../lib/store/burst/signals.ts';
import type { BurstFiles } from '../../lib/store/burst-files.ts';
import { type BurstDocument, type BurstObjects, outlineOf } from '../../lib/store/burst-objects.ts';
import type { BurstRecord, Bursts } from '../../lib/store/bursts.ts';
import type { DriveKey } from '../../lib/store/drives.ts';
import type { KeyStore } from '../../lib/store/identity/api-keys.ts';
import { type MemoryTable, openMemoryTable } from '../repository/memory-table.ts';

/**
 * The contents of the stores in this process, and the calls to Step Functions, for functions without a cloud.
 */
export type Memory = {
  readonly records: Map<string, BurstRecord>;
  /** The claims of idempotency keys, by `user key`. */
  readonly claims: Map<string, BurstRequestClaim>;
  readonly conductors: Map<string, { version: number; state: ConductorState }>;
  readonly flags: Map<string, Flag>;
  /** The tokens of waiting states, by `burst phase`. */
  readonly tokens: Map<string, Token>;
  /** Leases of drives, by `burst phase/shard/segment`. */
  readonly leases: Map<string, string>;
  /** Reports that were counted, as `what burst phase/shard/segment`. */
  readonly counted: Set<string>;
  readonly documents: Map<string, BurstDocument>;
  /** Contents of uploaded files, by `upload/hash`. */
  readonly files: Map<string, Uint8Array>;
  readonly plans: Map<string, Plan>;
  /** Results of drives, by `burst phase/shard/segment`. */
  readonly partials: Map<string, Partial>;
  /** Parts that drives stored while they ran, by `burst phase/shard/segment number`. */
  readonly flushes: Map<string, Flush>;
  /** Merged results of groups, by `burst phase group`. */
  readonly groups: Map<string, MergedPhase>;
  /** Results of phases, by `burst phase`. */
  readonly results: Map<string, PhaseResult>;
  /** The table of the repository. */
  readonly table: MemoryTable;
  /** Documents of runs by id. Later revisions have the key `id.revision`. */
  readonly bodies: Map<number | string, Uint8Array>;
  readonly indexes: Map<number | string, Uint8Array>;
  readonly metadata: Map<number, Uint8Array>;
  /** Documents of datasets by id. */
  readonly datasets: Map<number, Uint8Array>;
  readonly datasetIndexes: Map<number, Uint8Array>;
  readonly histograms: Map<number, string>;
  readonly measured: Map<number, Uint8Array>;
  /** Label values that are too large for the table, by `run dataset`. */
  readonly labelValues: Map<string, Readonly<Record<string, string>>>;
  readonly keys: Map<number, ApiKey>;
  /** Codes that can be exchanged once for a key, by their hash. */
  readonly onces: Map<string, OnceRecord>;
  readonly users: Map<string, User>;
  /** The records of the audit log, in the order of time. */
  readonly audit: AuditRecord[];
  readonly teams: Map<string, Team>;
  /** The messages of the queues of work. `drainWork` performs them. */
  readonly queued: Message[];
  /** The inputs of the commands that were sent to Step Functions. */
  readonly asked: Readonly<Record<string, unknown>>[];
  /** Replaces the answer of Step Functions. */
  stepFunctions: () => Promise<object>;
};

const ended = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'];
const keyOf = (burst: string, { phase, shard, segment }: DriveKey): string =>
  `${burst} ${phase}/${shard}/${segment}`;

/**
 * Replaces the stores and the client of the state machine in this process permanently. A test file can have
 * only one memory.
 */
export function openMemory(): Memory {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    [environment.runsBucket]: 'bucket',
    [environment.identityTable]: 'identity',
    [environment.repositoryTable]: 'repository',
    [environment.burstsTable]: 'bursts',
    [environment.stateMachineArn]: 'arn:machine',
    [environment.targets]: '127.0.0.1',
  });
  const memory: Memory = {
    records: new Map(),
    claims: new Map(),
    conductors: new Map(),
    flags: new Map(),
    tokens: new Map(),
    leases: new Map(),
    counted: new Set(),
    documents: new Map(),
    files: new Map(),
    plans: new Map(),
    partials: new Map(),
    flushes: new Map(),
    groups: new Map(),
    results: new Map(),
    table: openMemoryTable(),
    bodies: new Map(),
    indexes: new Map(),
    metadata: new Map(),
    datasets: new Map(),
    datasetIndexes: new Map(),
    histograms: new Map(),
    measured: new Map(),
    labelValues: new Map(),
    keys: new Map(),
    onces: new Map(),
    users: new Map(),
    audit: [],
    teams: new Map(),
    queued: [],
    asked: [],
    stepFunctions: async () => ({}),
  };
  Object.assign(burstStores().bursts, burstsOf(memory));
  Object.assign(burstStores().objects, objectsOf(memory));
  Object.assign(burstFiles(), filesOf(memory));
  Object.assign(repository(), openRepository(memory.table));
  Object.defineProperty(stores(), 'keys', { value: keysOf(memory) });
  Object.defineProperty(stores(), 'audit', { value: auditOf(memory) });
  Object.defineProperty(stores(), 'users', { value: usersOf(memory) });
  Object.defineProperty(stores(), 'runs', { value: runsOf(memory) });
  Object.defineProperty(stores(), 'datasets', { value: datasetsOf(memory) });
  Object.assign(queues(), {
    send: async (messages: readonly Message[]) => void memory.queued.push(...structuredClone(messages)),
    retry: async () => undefined,
  });
  mock.method(SFNClient.prototype, 'send', async ({ input }: { input: Record<string, unknown> }) => {
    memory.asked.push(input);
    return memory.stepFunctions();
  });
  return memory;
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

function burstsOf({
  records,
  claims,
  conductors,
  flags,
  tokens,
  leases,
  counted,
}: Memory): globalThis.Partial<Bursts> {
  const gone = new Set<string>();
  const whys = new Map<string, string>();
  const stopHashes = new Map<string, string>();
  const starts = new Map<string, Start>();
  const snapshots = new Map<string, Snapshot>();
  const snapshotLeases = new Map<string, number>();
  const minutes = new Map<string, readonly KeptSecond[]>();
  const places = new Map<number, readonly string[]>();
  const busy = (key: number): readonly string[] =>
    (places.get(key) ?? []).filter((burst) => !ended.includes(records.get(burst)?.state ?? ''));
  const change = (burst: string, attributes: object): boolean => {
    const record = records.get(burst);
    if (record === undefined || ended.includes(record.state)) return false;
    records.set(burst, { ...record, ...attributes });
    return true;
  };
  const count: Bursts['count'] = async (burst, drive, whats, { shards, segments }) =>
    whats.filter((what) => {
      counted.add(`${what} ${keyOf(burst, drive)}`);
      const all = [...counted].filter((key) => key.startsWith(`${what} ${burst} ${drive.phase}/`));
      return all.length === shards * (what === 'terminated' ? segments : 1);
    });
  return {
    create: async (record) => !records.has(record.id) && records.set(record.id, record).size > 0,
    get: async (burst) => records.get(burst),
    async listed(limit, before = '~') {
      const all = [...records.values()].map(({ id, user, createdAt }) => ({
        id,
        user,
        cursor: burstKey.listed(createdAt, id).sk,
      }));
      const older = all.filter(({ cursor }) => cursor < before);
      return older.sort((a, b) => (a.cursor < b.cursor ? 1 : -1)).slice(0, limit);
    },
    slotsInUse: async (key) => [...busy(key)],
    async acquireSlot(key, burst, most) {
      if (busy(key).includes(burst)) return true;
      if (busy(key).length >= most) return false;
      places.set(key, [...busy(key), burst]);
      return true;
    },
    calibration: async () => undefined,
    advance: async (burst, state) => change(burst, { state }),
    async requestStop(burst, stop) {
      if (!change(burst, {})) return false;
      flags.set(burst, { stop, ...flags.get(burst) });
      return true;
    },
    flag: async (burst) => flags.get(burst),
    putFlag: async (burst, _version, flag) => void flags.set(burst, { ...flags.get(burst), ...flag }),
    noteFault: async (burst, fault) => change(burst, { fault }),
    recordExecution: async (burst, carriedBy) => change(burst, { carriedBy }),
    ending: async (burst, endings) => change(burst, { endings }),
    atWork: async () => 0,
    hold: async (burst, heldUntil) => void flags.set(burst, { ...flags.get(burst), heldUntil }),
    putStopHash: async (burst, hash) => void stopHashes.set(burst, hash),
    started: async (burst) => change(burst, { isStarted: true }),
    claimOf: async (user, key) => claims.get(`${user} ${key}`),
    async claim(user, key, claim) {
      const known = claims.get(`${user} ${key}`) ?? claim;
      claims.set(`${user} ${key}`, known);
      return known;
    },
    release: async (user, key) => void claims.delete(`${user} ${key}`),
    conclude: async (burst, end) => change(burst, end),
    begin: async (burst, state) =>
      !conductors.has(burst) && conductors.set(burst, { version: 1, state }).size > 0,
    conductor: async (burst) => conductors.get(burst),
    replaceConductor: async (burst, version, state) =>
      conductors.get(burst)?.version === version &&
      conductors.set(burst, { version: version + 1, state }).size > 0,
    putStart: async (burst, phase, _version, start) => void starts.set(`${burst} ${phase}`, start),
    start: async (burst, phase) => starts.get(`${burst} ${phase}`),
    putToken: async (burst, phase, token) => void tokens.set(`${burst} ${phase}`, token),
    token: async (burst, phase) => tokens.get(`${burst} ${phase}`),
    async lease(burst, drive, lease) {
      const key = keyOf(burst, drive);
      if (!leases.has(key) && !gone.has(key)) leases.set(key, lease);
      return leases.get(key) === lease;
    },
    leaseOf: async (burst, drive) => leases.get(keyOf(burst, drive)),
    lastLive: async () => undefined,
    count,
    async abandon(burst, drive, numbers, why) {
      gone.add(keyOf(burst, drive));
      whys.set(`${burst} ${drive.phase}`, why);
      return (await count(burst, drive, ['ready'], numbers)).length > 0;
    },
    async counted(burst, phase, shards) {
      const keys = Array.from({ length: shards }, (_, shard) => keyOf(burst, { phase, shard, segment: 0 }));
      const lost = keys.filter((key) => gone.has(key)).length;
      const ready = keys.filter((key) => counted.has(`ready ${key}`) && !gone.has(key)).length;
      return { ready, gone: lost, ...(lost === 0 ? {} : { why: whys.get(`${burst} ${phase}`) ?? '' }) };
    },
    putLive: async () => undefined,
    lives: async () => [],
    putRecent: async () => undefined,
    recents: async () => [],
    minute: async (burst, phase, minute) => minutes.get(`${burst} ${phase} ${minute}`) ?? [],
    putMinute: async (burst, phase, minute, seconds) =>
      void minutes.set(`${burst} ${phase} ${minute}`, seconds),
    minutes: async (burst, phase, { from, to }) =>
      Array.from(
        { length: to - from + 1 },
        (_, n) => minutes.get(`${burst} ${phase} ${from + n}`) ?? [],
      ).flat(),
    snapshot: async (burst) => snapshots.get(burst),
    async leaseSnapshot(burst, seenAt, until) {
      const isFree = (snapshotLeases.get(burst) ?? 0) <= Date.now();
      if (!isFree || snapshots.get(burst)?.at !== seenAt) return false;
      return snapshotLeases.set(burst, until).size > 0;
    },
    async putSnapshot(burst, snapshot, until) {
      if (snapshotLeases.get(burst) !== until) return false;
      snapshotLeases.delete(burst);
      return snapshots.set(burst, snapshot).size > 0;
    },
  };
}

function objectsOf({ documents, plans, partials, flushes, groups, results }: Memory): BurstObjects {
  const shared = new Map<string, SharedSnapshot>();
  return {
    putDocument: async (burst, text, parameters) => void documents.set(burst, { text, parameters }),
    document: async (burst) => documents.get(burst),
    putPlan: async (plan) => void plans.set(plan.burst, plan),
    async plan(burst) {
      const plan = plans.get(burst);
      if (plan === undefined) throw new Error(`burst ${burst} has no plan`);
      return plan;
    },
    outline: async (burst) => outlineOf(plans.get(burst) ?? assert.fail(`burst ${burst} has no plan`), 0),
    async eraseDocument(burst) {
      documents.delete(burst);
      plans.delete(burst);
    },
    putPartial: async (burst, phase, partial) =>
      void partials.set(keyOf(burst, { phase, shard: partial.shard, segment: partial.segment }), partial),
    partial: async (burst, phase, shard, segment) => partials.get(keyOf(burst, { phase, shard, segment })),
    putFlush: async (burst, phase, number, flush) =>
      void flushes.set(
        `${keyOf(burst, { phase, shard: flush.shard, segment: flush.segment })} ${number}`,
        flush,
      ),
    flush: async (burst, phase, shard, segment, number) =>
      flushes.get(`${keyOf(burst, { phase, shard, segment })} ${number}`),
    putGroup: async (burst, phase, group, merged) => void groups.set(`${burst} ${phase} ${group}`, merged),
    group: async (burst, phase, group) => groups.get(`${burst} ${phase} ${group}`),
    putShared: async (burst, phase, shard, segment, snapshot) =>
      void shared.set(keyOf(burst, { phase, shard, segment }), snapshot),
    shared: async (burst, phase, shard, segment) => shared.get(keyOf(burst, { phase, shard, segment })),
    putPhase: async (burst, phase, result) => void results.set(`${burst} ${phase}`, result),
    phase: async (burst, phase) => results.get(`${burst} ${phase}`),
  };
}

function filesOf({ files }: Memory): BurstFiles {
  return {
    put: async (upload, sha256, bytes) => void files.set(`${upload}/${sha256}`, bytes),
    urlFor: async (upload, { sha256, bytes }, seconds) =>
      `https://files/${upload}/${sha256}/${bytes}/${seconds}`,
    get: async (upload, sha256) => files.get(`${upload}/${sha256}`),
    async erase(upload, list) {
      for (const { sha256 } of list) files.delete(`${upload}/${sha256}`);
    },
  };
}

function runsOf({ bodies, indexes, metadata, histograms, measured, labelValues }: Memory): RunStore {
  const range = (bytes: Uint8Array | undefined, start: number, end?: number) => bytes?.subarray(start, end);
  const place = (id: number, revision = 0) => (revision === 0 ? id : `${id}.${revision}`);
  return {
    async put(id, body, revision) {
      if (bodies.has(place(id, revision))) return false;
      bodies.set(place(id, revision), body);
      return true;
    },
    putIndex: async (id, index, revision) => void indexes.set(place(id, revision), index),
    putMetadata: async (id, bytes) => void metadata.set(id, bytes),
    metadata: async (id) => metadata.get(id),
    get: async (id, revision) => bodies.get(place(id, revision)),
    document:
      (id, revision) =>
      async (...ends) =>
        range(bodies.get(place(id, revision)), ...ends),
    index:
      (id, revision) =>
      async (...ends) =>
        range(indexes.get(place(id, revision)), ...ends),
    async eraseRevision(id, revision) {
      bodies.delete(place(id, revision));
      indexes.delete(place(id, revision));
    },
    putHistograms: async (id, log) => void histograms.set(id, log),
    histograms: async (id) => histograms.get(id),
    putMeasured: async (id, bytes) => void measured.set(id, bytes),
    measured: async (id) => measured.get(id),
    putLabelValues: async (id, dataset, values) => void labelValues.set(`${id} ${dataset}`, values),
    labelValues: async (id, dataset) => labelValues.get(`${id} ${dataset}`),
    putAnswer: async (request, body, _type, seconds) =>
      `https://answers/${request}/${body.length}/${seconds}`,
  };
}

function datasetsOf({ datasets, datasetIndexes }: Memory): DatasetStore {
  const range = (bytes: Uint8Array | undefined, start: number, end?: number) => bytes?.subarray(start, end);
  return {
    put: async (_run, id, document) => void datasets.set(id, document),
    document:
      (_run, id) =>
      async (...ends) =>
        range(datasets.get(id), ...ends),
    index:
      (_run, id) =>
      async (...ends) =>
        range(datasetIndexes.get(id), ...ends),
    putIndex: async (_run, id, index) => void datasetIndexes.set(id, index),
    async erase(_run, id) {
      datasets.delete(id);
      datasetIndexes.delete(id);
    },
  };
}

function keysOf({ keys, onces }: Memory): KeyStore {
  const set = (id: number, attributes: object): void => {
    const key = keys.get(id);
    if (key !== undefined) keys.set(id, { ...key, ...attributes });
  };
  return {
    nextId: async () => keys.size + 1,
    put: async (key) => void keys.set(key.id, key),
    get: async (id) => keys.get(id),
    list: async () => [...keys.values()],
    async putFirst(key, replaceUnused) {
      const known = keys.get(1);
      if (known !== undefined && !(replaceUnused && known.lastUsedAt === undefined)) return false;
      keys.set(1, key);
      return true;
    },
    touch: async (id, lastUsedAt) => set(id, { lastUsedAt }),
    rename: async (id, name) => {
      if (keys.get(id)?.revokedAt !== undefined) return false;
      await set(id, { name });
      return true;
    },
    revoke: async (id, revokedAt) => set(id, { revokedAt }),
    putOnce: async (record) => void onces.set(record.hash, record),
    async takeOnce(hash) {
      const record = onces.get(hash);
      onces.delete(hash);
      return record;
    },
  };
}

function usersOf({ users, teams }: Memory): UserStore {
  const counts = new Map<string, number>();
  return {
    get: async (name) => users.get(name),
    list: async () => [...users.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    add: async (user) => !users.has(user.name) && users.set(user.name, user).size > 0,
    async replace(user) {
      if (users.get(user.name)?.version !== user.version) return false;
      users.set(user.name, { ...user, version: user.version + 1 });
      return true;
    },
    remove: async (name) => void users.delete(name),
    async countTry(name, window, tries) {
      const count = (counts.get(`${name} ${window}`) ?? 0) + tries;
      counts.set(`${name} ${window}`, count);
      return count;
    },
    team: async (name) => teams.get(name),
    teams: async () => [...teams.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    addTeam: async (team) => !teams.has(team.name) && teams.set(team.name, team).size > 0,
    removeTeam: async (name) => void teams.delete(name),
  };
}

function auditOf({ audit }: Memory): AuditStore {
  return {
    put: async (record) => void audit.push(record),
    async page(at, limit, before) {
      const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
      const { pk } = identityKey.audit(dayOf(at), 0, '');
      const keyed = audit.map((record) => ({
        record,
        ...identityKey.audit(dayOf(record.at), record.at, record.requestId),
      }));
      return keyed
        .filter((one) => one.pk === pk && (before === undefined || one.sk < before))
        .sort((a, b) => (a.sk < b.sk ? 1 : -1))
        .slice(0, limit)
        .map(({ record, sk }) => ({ ...record, sk }));
    },
  };
}
