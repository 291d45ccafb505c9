import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Flag } from '../driver/conducting/flag.ts';
import type { ConductorState } from '../driver/conducting/state.ts';
import type { StoredConductor } from '../driver/conducting/transaction.ts';
import type { Executor } from '../driver/model/benchmark.ts';
import type { SentFiles } from '../driver/model/files.ts';
import type { RunState } from '../driver/model/run-state.ts';
import type { Audit } from '../driver/planning/targets/audit.ts';
import { burstKey } from '../names/bursts.ts';
import { openList } from './burst/list.ts';
import { openLives } from './burst/lives.ts';
import { openRequests } from './burst/requests.ts';
import { openSeconds } from './burst/seconds.ts';
import { openSignals } from './burst/signals.ts';
import { openSlots } from './burst/slots.ts';
import { openSnapshots } from './burst/snapshots.ts';
import { expiryOf, openDrives } from './drives.ts';
import { get, holds, packed, putNew, unpacked } from './items.ts';

/** A burst: the order of its caller and its present state. Times in epoch milliseconds. */
export type BurstRecord = {
  readonly id: string;
  readonly benchmark: string;
  /** Name of the document's file, for messages. */
  readonly file: string;
  /** The files that came with the document. Absent: none. */
  readonly files?: SentFiles | undefined;
  /** The ordered number of shards. Absent: the plan computes the number. */
  readonly shards?: number | undefined;
  /** The ordered executor of the drives. Absent: the document decides. */
  readonly executor?: Executor | undefined;
  /** The ordered weight of each region. Absent: the document decides. */
  readonly askedRegions?: Readonly<Record<string, number>> | undefined;
  readonly seed: number;
  /** The ordered part of the requests, 0 to 1, that may fail. Absent: the deployment decides. */
  readonly maxErrors?: number | undefined;
  /** The deployment's own host. A self-test may load it although it is not in the list of targets. */
  readonly ownHost?: string | undefined;
  /**
   * Requests per second that the plan assigned to one event loop of a shard at the start. Absent: a default
   * that suits most machines.
   */
  readonly requestsPerSecShard?: number | undefined;
  /** The same with TLS. */
  readonly requestsPerSecTls?: number | undefined;
  /** The first phase that fails stops the burst. */
  readonly stopOnFailure?: boolean | undefined;
  /** The user whose key started the burst. This user owns the run. */
  readonly user: string;
  /**
   * The permissions at the start, for a later audit of the load. Absent: an older release planned the burst.
   */
  readonly audit?: Audit;
  readonly createdAt: number;
  /** The schedule that started the burst. */
  readonly schedule?: string | undefined;
  /** The time at which the burst must be over. Absent: an older release started the burst. */
  readonly overdueAt?: number;
  /** The reason why the machinery lost a phase, as its state reported it. Absent: no phase was lost. */
  readonly fault?: { readonly error: string; readonly cause: string };
  /**
   * ARN of the state machine of the burst. Functions that end a burst early cannot read it from their
   * environment.
   */
  readonly machine?: string;
  /**
   * Name of the execution that brings the burst to its end. Absent: the execution that started with the
   * burst.
   */
  readonly carriedBy?: string;
  /** The number of times that a function began to end the burst without an execution. Absent: 0. */
  readonly endings?: number;
  /** Absent until the state machine was started. */
  readonly isStarted?: boolean;
  readonly state: 'planning' | 'running' | 'merging' | BurstEnd['state'];
  readonly endedAt?: number;
  readonly runId?: number;
  readonly reason?: string;
};

/** Requests per second that one event loop of a shard can send in time, as measured. */
export type Calibration = {
  readonly requestsPerSecShard: number;
  /** Absent: an earlier release measured, or this shard was too slow with TLS. */
  readonly requestsPerSecTls?: number;
  readonly at: number;
};

/** The end of a burst; written once. */
export type BurstEnd = {
  readonly state: RunState;
  readonly endedAt: number;
  readonly runId?: number | undefined;
  readonly reason?: string | undefined;
};

/**
 * Stores the state of a burst while it runs. It uses only conditional writes of single items and atomic
 * counters: any writer may be lost at any point, and the next one finds a valid state.
 */
export type Bursts = ReturnType<typeof openBursts>;

export function openBursts(dynamo: DynamoDBDocumentClient, table: string, clock: () => number = Date.now) {
  const expiresAt = (): number => expiryOf(clock());
  const fresh = <Item>(item: (Item & Expiring) | undefined): Item | undefined =>
    item !== undefined && item.expiresAt * 1e3 > clock() ? item : undefined;

  /** Undefined also for an expired burst: the table may delete it days later. */
  const record = async (burst: string): Promise<BurstRecord | undefined> =>
    fresh(await get<BurstRecord & Expiring>(dynamo, table, burstKey.burst(burst)));
  const signals = openSignals(dynamo, table, expiresAt);

  return {
    /** False when a burst with this id exists. */
    async create(record: BurstRecord): Promise<boolean> {
      const item = { ...burstKey.burst(record.id), ...record, expiresAt: expiresAt() };
      const isNew = await putNew(dynamo, table, item);
      if (!isNew) return false;
      const { id, user, createdAt } = record;
      const Item = { ...burstKey.listed(createdAt, id), id, user, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
      return true;
    },

    get: record,

    /**
     * The rate of a shard that `downpour doctor` measured for this deployment. Undefined before the first
     * measurement.
     */
    calibration: (): Promise<Calibration | undefined> =>
      get<Calibration>(dynamo, table, burstKey.calibration()),

    /** Stores a measurement. The last one counts, and does not expire. */
    async calibrate(found: Calibration): Promise<void> {
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...burstKey.calibration(), ...found } }));
    },

    /** Moves a burst from planning to running to merging. False when the burst has ended. */
    advance: (burst: string, state: 'running' | 'merging'): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { state }),

    /**
     * Writes a stop that every drive reads, also for a burst whose conductor has not begun. False when the
     * burst has ended or does not exist.
     */
    async requestStop(burst: string, reason: string): Promise<boolean> {
      const { endedAt, id } = (await record(burst)) ?? {};
      if (id === undefined || endedAt !== undefined) return false;
      await signals.stopFlag(burst, reason);
      return true;
    },

    /** Records which execution brings the burst to its end. False when the burst has ended. */
    recordExecution: (burst: string, carriedBy: string): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { carriedBy }),

    /**
     * Records the number of the attempt to end the burst without an execution. False when the burst has
     * ended.
     */
    ending: (burst: string, endings: number): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { endings }),

    /** Records why a phase was lost. False when the burst has ended. */
    noteFault: (burst: string, fault: NonNullable<BurstRecord['fault']>): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { fault }),

    /** Records that the state machine was started. False when the burst has ended. */
    started: (burst: string): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { isStarted: true }),

    /** Writes the end of the burst, once. False when the burst has ended before: nothing changes. */
    conclude: (burst: string, end: BurstEnd): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), end),

    /**
     * Writes the conductor's first state. False when it is stored already. The copies of the flag are written
     * first, because drives start when a conductor exists.
     */
    async begin(burst: string, state: ConductorState, flag: Flag, copies: number): Promise<boolean> {
      await signals.putFlag(burst, 0, flag, copies);
      return putNew(dynamo, table, { ...conductorItem(burst, state, 1), expiresAt: expiresAt() });
    },

    /**
     * The conductor's state and its version. Undefined when the burst has not begun. `consistent`: as the
     * last writer left it. Otherwise it may be a moment old, which suffices for watchers.
     */
    async conductor(burst: string, consistent = true): Promise<StoredConductor | undefined> {
      const item = await get<ConductorItem>(dynamo, table, burstKey.conductor(burst), consistent);
      return item && { version: item.version, state: unpacked<ConductorState>(item.state) };
    },

    /** Replaces a version of the state. False when another writer has replaced that version before. */
    replaceConductor: (burst: string, version: number, state: ConductorState): Promise<boolean> =>
      holds(
        dynamo.send(
          new PutCommand({
            TableName: table,
            Item: { ...conductorItem(burst, state, version + 1), expiresAt: expiresAt() },
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': version },
          }),
        ),
      ),

    ...signals,
    ...openRequests(dynamo, table, () => Math.floor(clock() / 1e3), expiresAt),
    ...openList(dynamo, table),
    ...openSlots(dynamo, table, clock, expiresAt),
    ...openDrives(dynamo, table, clock),
    ...openLives(dynamo, table, expiresAt),
    ...openSeconds(dynamo, table, expiresAt),
    ...openSnapshots(dynamo, table, clock, expiresAt),
  };
}

type Expiring = { readonly expiresAt: number };
type ConductorItem = { readonly version: number; readonly state: Uint8Array };

const conductorItem = (burst: string, state: ConductorState, version: number) => ({
  ...burstKey.conductor(burst),
  version,
  state: packed(state),
});

const ended: readonly BurstEnd['state'][] = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'];

/** Sets attributes of a burst that has not ended. */
function update(
  dynamo: DynamoDBDocumentClient,
  table: string,
  Key: { readonly pk: string; readonly sk: string },
  attributes: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return holds(
    dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression: `SET ${entries.map((_, n) => `#n${n} = :v${n}`).join(', ')}`,
        ConditionExpression: `attribute_exists(pk) AND NOT #state IN (${ended.map((_, n) => `:e${n}`).join(', ')})`,
        ExpressionAttributeNames: {
          '#state': 'state',
          ...Object.fromEntries(entries.map(([name], n) => [`#n${n}`, name])),
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(entries.map(([, value], n) => [`:v${n}`, value])),
          ...Object.fromEntries(ended.map((state, n) => [`:e${n}`, state])),
        },
      }),
    ),
  );
}
