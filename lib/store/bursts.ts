import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ConductorState } from '../driver/conducting/state.ts';
import type { Flag } from '../driver/conducting/stop-flag.ts';
import type { StoredConductor } from '../driver/conducting/transaction.ts';
import type { Executor } from '../driver/model/benchmark.ts';
import type { SentFiles } from '../driver/model/files.ts';
import type { RunState } from '../driver/model/final-state.ts';
import type { Audit } from '../driver/planning/targets/audit-record.ts';
import { burstKey } from '../names/burst-keys.ts';
import { openSlots } from './burst/concurrent-bursts.ts';
import { openRequests } from './burst/idempotency-keys.ts';
import { openList } from './burst/list.ts';
import { openLives } from './burst/live-items.ts';
import { openSeconds } from './burst/seconds.ts';
import { openSnapshots } from './burst/shared-status.ts';
import { openSignals } from './burst/signals.ts';
import { expiryOf, openDrives } from './drives.ts';
import { get, holds, packed, putNew, unpacked } from './item-operations.ts';

/** A burst: the request of its caller and its present state. Times are in epoch milliseconds. */
export type BurstRecord = {
  readonly id: string;
  readonly benchmark: string;
  /** The name of the benchmark document's file, for messages. */
  readonly file: string;
  /** The files that came with the document. Absent: none. */
  readonly files?: SentFiles | undefined;
  /** The number of shards that the user requested. Absent: the plan computes the number. */
  readonly shards?: number | undefined;
  /** The requested executor of the drives, such as Lambda or Fargate. Absent: the document decides. */
  readonly executor?: Executor | undefined;
  /** The weight of each region that the user requested. Absent: the document decides. */
  readonly askedRegions?: Readonly<Record<string, number>> | undefined;
  readonly seed: number;
  /** The share of requests, 0 to 1, that may fail, as the user requested. Absent: the deployment decides. */
  readonly maxErrors?: number | undefined;
  /**
   * The host of the deployment itself, for a self-test. It may receive load although it is not in the list of
   * targets.
   */
  readonly ownHost?: string | undefined;
  /**
   * The requests per second without TLS that one event loop (one thread) of a shard can send, as measured
   * before the burst was started. The plan computes the number of shards from it. Absent: the plan uses a
   * rate that most machines can send.
   */
  readonly requestsPerSecShard?: number | undefined;
  /**
   * The requests per second with TLS that one event loop (one thread) of a shard can send, as measured before
   * the burst was started. Absent: the plan uses a usual share of the rate without TLS.
   */
  readonly requestsPerSecTls?: number | undefined;
  /** True: the first phase that fails stops the burst. */
  readonly stopOnFailure?: boolean | undefined;
  /** The user whose key started the burst. The run belongs to the user's own team. */
  readonly user: string;
  /**
   * The targets and the load of the burst as planned, for later audits. Absent: an older release planned the
   * burst.
   */
  readonly audit?: Audit;
  readonly createdAt: number;
  /** The name of the schedule that started the burst. */
  readonly schedule?: string | undefined;
  /** The time at which the burst must have ended. Absent: an older release started the burst. */
  readonly overdueAt?: number;
  /** The error that made the state machine lose a phase. Absent: no phase was lost. */
  readonly fault?: { readonly error: string; readonly cause: string };
  /**
   * The ARN of the burst's state machine. Functions that end a burst early cannot read it from their
   * environment.
   */
  readonly machine?: string;
  /**
   * The name of the execution of the state machine that ends the burst. Absent: the execution that started
   * with the burst.
   */
  readonly carriedBy?: string;
  /** The number of times that a function has tried to end the burst without an execution. Absent: 0. */
  readonly endings?: number;
  /** True after the state machine was started. Absent before. */
  readonly isStarted?: boolean;
  readonly state: 'planning' | 'running' | 'merging' | BurstEnd['state'];
  readonly endedAt?: number;
  readonly runId?: number;
  readonly reason?: string;
};

/**
 * The measured number of requests per second that one event loop (one thread) of a shard can send in time.
 */
export type Calibration = {
  readonly requestsPerSecShard: number;
  /**
   * The measured number of requests per second with TLS. Absent: an earlier release measured, or the shard
   * was too slow with TLS.
   */
  readonly requestsPerSecTls?: number;
  readonly at: number;
};

/** The end of a burst, which is written once. */
export type BurstEnd = {
  readonly state: RunState;
  readonly endedAt: number;
  readonly runId?: number | undefined;
  readonly reason?: string | undefined;
};

/**
 * The store of the state of a burst while it runs. All writes are conditional writes of single items, or
 * atomic counters. Any writer may be interrupted at any point, and the next writer finds a valid state.
 */
export type Bursts = ReturnType<typeof openBursts>;

export function openBursts(dynamo: DynamoDBDocumentClient, table: string, clock: () => number = Date.now) {
  const expiresAt = (): number => expiryOf(clock());
  const fresh = <Item>(item: (Item & Expiring) | undefined): Item | undefined =>
    item !== undefined && item.expiresAt * 1e3 > clock() ? item : undefined;

  /**
   * Reads the record of a burst. Undefined for an expired burst too, because the table may delete an expired
   * record days later.
   */
  const record = async (burst: string): Promise<BurstRecord | undefined> =>
    fresh(await get<BurstRecord & Expiring>(dynamo, table, burstKey.burst(burst)));
  const signals = openSignals(dynamo, table, expiresAt);

  return {
    /**
     * Stores a new burst. False when a burst with this id exists. A burst whose first call was interrupted is
     * listed by the next call.
     */
    async create(burst: BurstRecord): Promise<boolean> {
      const item = { ...burstKey.burst(burst.id), ...burst, expiresAt: expiresAt() };
      const isNew = await putNew(dynamo, table, item);
      const stored = isNew ? burst : await record(burst.id);
      if (stored === undefined) return false;
      const { id, user, createdAt } = stored;
      const Item = { ...burstKey.listed(createdAt, id), id, user, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
      return isNew;
    },

    get: record,

    /**
     * Reads the rate of a shard that `downpour doctor` measured for this deployment. Undefined before the
     * first measurement.
     */
    calibration: (): Promise<Calibration | undefined> =>
      get<Calibration>(dynamo, table, burstKey.calibration()),

    /** Stores a measured rate. It replaces the rate that was measured before, and does not expire. */
    async calibrate(found: Calibration): Promise<void> {
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...burstKey.calibration(), ...found } }));
    },

    /** Changes the state of a burst from planning to running to merging. False when the burst has ended. */
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

    /** Records which execution will end the burst. False when the burst has ended. */
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

    /**
     * Writes the end of the burst once. When the burst has ended before, it returns false and changes
     * nothing.
     */
    conclude: (burst: string, end: BurstEnd): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), end),

    /**
     * Writes the first state of the conductor, the code that starts and ends phases. False when a state is
     * stored already. The copies of the flag are written first, because drives start when a conductor exists.
     */
    async begin(burst: string, state: ConductorState, flag: Flag, copies: number): Promise<boolean> {
      await signals.putFlag(burst, 0, flag, copies);
      return putNew(dynamo, table, { ...conductorItem(burst, state, 1), expiresAt: expiresAt() });
    },

    /**
     * Reads the conductor's state and the version of this state. Undefined when the burst has not begun.
     * `consistent`: reads the latest state. Otherwise the state may be a moment old, which suffices for
     * watchers.
     */
    async conductor(burst: string, consistent = true): Promise<StoredConductor | undefined> {
      const item = await get<ConductorItem>(dynamo, table, burstKey.conductor(burst), consistent);
      return item && { version: item.version, state: unpacked<ConductorState>(item.state) };
    },

    /**
     * Replaces a version of the conductor's state. False when another writer has replaced that version
     * before.
     */
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
