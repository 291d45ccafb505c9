import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Flag } from '../driver/conducting/flag.ts';
import type { ConductorState } from '../driver/conducting/state.ts';
import type { StoredConductor } from '../driver/conducting/transaction.ts';
import type { SentFiles } from '../driver/model/files.ts';
import type { RunState } from '../driver/model/run-state.ts';
import type { Audit } from '../driver/planning/targets/audit.ts';
import { burstKey } from '../names/bursts.ts';
import { openList } from './burst/list.ts';
import { openLives } from './burst/lives.ts';
import { openPlaces } from './burst/places.ts';
import { openRequests } from './burst/requests.ts';
import { openSignals } from './burst/signals.ts';
import { openSnapshots } from './burst/snapshots.ts';
import { expiryOf, openDrives } from './drives.ts';
import { get, holds, packed, putNew, unpacked } from './items.ts';

/** A burst as a caller started it and as it stands. Times in epoch milliseconds. */
export type BurstRecord = {
  readonly id: string;
  readonly benchmark: string;
  /** Name of the document's file, for messages. */
  readonly file: string;
  /** The files that came with the document; absent: none. */
  readonly files?: SentFiles | undefined;
  /** As asked for; absent: as many as the plan finds necessary. */
  readonly shards?: number | undefined;
  /** Weight of each region, as asked for; absent: what the document says. */
  readonly askedRegions?: Readonly<Record<string, number>> | undefined;
  readonly seed: number;
  /** Part of the requests, 0 to 1, that may fail, as asked for; absent: what the deployment says. */
  readonly maxErrors?: number | undefined;
  /** The deployment's own host, which its self-test may load although it is not on the list of targets. */
  readonly ownHost?: string | undefined;
  /** What an event loop of a shard was trusted with when the burst was started; absent: what most machines can be. */
  readonly requestsPerSecShard?: number | undefined;
  /** The first phase that fails stops the burst. */
  readonly stopOnFailure?: boolean | undefined;
  /** The user whose key started it; owns the run. */
  readonly user: string;
  /** What was allowed when it was started, for whoever asks later who loaded what. Absent: planned by an older release. */
  readonly audit?: Audit;
  readonly createdAt: number;
  /** The schedule that it was started by. */
  readonly schedule?: string | undefined;
  /** When it should be over by all means. Absent: started by an older release. */
  readonly overdueAt?: number;
  /** Why a phase could not be carried on, as its state said. Absent: none was lost so. */
  readonly fault?: { readonly error: string; readonly cause: string };
  /** ARN of the state machine that carries it: those who end a burst early cannot know it from their environment. */
  readonly machine?: string;
  /** Name of the execution that carries it to its end. Absent: that it was started with. */
  readonly carriedBy?: string;
  /** How often a function has begun to end it by itself because no execution could. Absent: never. */
  readonly endings?: number;
  /** Absent until its state machine was started. */
  readonly isStarted?: boolean;
  readonly state: 'planning' | 'running' | 'merging' | BurstEnd['state'];
  readonly endedAt?: number;
  readonly runId?: number;
  readonly reason?: string;
};

/** Requests per second that one event loop of a shard was found to send in time. */
export type Calibration = { readonly requestsPerSecShard: number; readonly at: number };

/** The end of a burst; written once. */
export type BurstEnd = {
  readonly state: RunState;
  readonly endedAt: number;
  readonly runId?: number | undefined;
  readonly reason?: string | undefined;
};

/**
 * Everything that a burst needs to remember while it runs. Single-item conditional writes and atomic counters only:
 * any writer may be lost at any point, and the next one finds a valid state.
 */
export type Bursts = ReturnType<typeof openBursts>;

export function openBursts(dynamo: DynamoDBDocumentClient, table: string, clock: () => number = Date.now) {
  const expiresAt = (): number => expiryOf(clock());
  const fresh = <Item>(item: (Item & Expiring) | undefined): Item | undefined =>
    item !== undefined && item.expiresAt * 1e3 > clock() ? item : undefined;

  /** Undefined also for one that has expired: the table may delete it days later. */
  const record = async (burst: string): Promise<BurstRecord | undefined> =>
    fresh(await get<BurstRecord & Expiring>(dynamo, table, burstKey.burst(burst)));
  const signals = openSignals(dynamo, table, expiresAt);

  return {
    /** False when there is a burst of this id already. */
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

    /** What `downpour doctor` found a shard of this deployment to be good for; undefined when it never did. */
    calibration: (): Promise<Calibration | undefined> =>
      get<Calibration>(dynamo, table, burstKey.calibration()),

    /** The last one counts, and does not expire. */
    async calibrate(found: Calibration): Promise<void> {
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...burstKey.calibration(), ...found } }));
    },

    /** From planning to running to merging; false when the burst has ended. */
    advance: (burst: string, state: 'running' | 'merging'): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { state }),

    /**
     * Leaves a stop where every drive reads it, also for a burst whose conductor has not begun; false when the burst has
     * ended or there is none.
     */
    async requestStop(burst: string, reason: string): Promise<boolean> {
      const { endedAt, id } = (await record(burst)) ?? {};
      if (id === undefined || endedAt !== undefined) return false;
      await signals.stopFlag(burst, reason);
      return true;
    },

    /** Notes which execution carries it to its end; false when it has ended. */
    carry: (burst: string, carriedBy: string): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { carriedBy }),

    /** Notes the how-manieth attempt to end it by hand this is; false when it has ended. */
    ending: (burst: string, endings: number): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { endings }),

    /** Leaves why a phase could not be carried on; false when the burst has ended. */
    noteFault: (burst: string, fault: NonNullable<BurstRecord['fault']>): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { fault }),

    /** Notes that its state machine was started; false when the burst has ended. */
    started: (burst: string): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { isStarted: true }),

    /** Writes the end, once: false when the burst has ended before, and then nothing changes. */
    conclude: (burst: string, end: BurstEnd): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), end),

    /**
     * The conductor's first state; false when it has begun already. So many copies of its flag come first: drives start
     * when there is a conductor.
     */
    async begin(burst: string, state: ConductorState, flag: Flag, copies: number): Promise<boolean> {
      await signals.putFlag(burst, 0, flag, copies);
      return putNew(dynamo, table, { ...conductorItem(burst, state, 1), expiresAt: expiresAt() });
    },

    /**
     * The conductor's state and its version; undefined when the burst has not begun. `consistent`: as the last writer left
     * it; else it may be a moment old, for who watches.
     */
    async conductor(burst: string, consistent = true): Promise<StoredConductor | undefined> {
      const item = await get<ConductorItem>(dynamo, table, burstKey.conductor(burst), consistent);
      return item && { version: item.version, state: unpacked<ConductorState>(item.state) };
    },

    /** Writes a state in place of a version; false when another writer has replaced that version before. */
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
    ...openPlaces(dynamo, table, clock, expiresAt),
    ...openDrives(dynamo, table, clock),
    ...openLives(dynamo, table, expiresAt),
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
