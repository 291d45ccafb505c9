import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ConductorState } from '../driver/conducting/state.ts';
import type { StoredConductor } from '../driver/conducting/transaction.ts';
import type { SentFiles } from '../driver/model/files.ts';
import { openRequests } from './burst/requests.ts';
import { expiryOf, openDrives } from './drives.ts';
import { get, holds, putNew } from './items.ts';
import { burstKey } from './names.ts';

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
  readonly seed: number;
  /** Part of the requests, 0 to 1, that may fail, as asked for; absent: what the deployment says. */
  readonly maxErrors?: number | undefined;
  /** The first phase that fails stops the burst. */
  readonly stopOnFailure?: boolean | undefined;
  /** The user whose key started it; owns the run. */
  readonly user: string;
  readonly createdAt: number;
  /** Asked for before the conductor had begun; Plan hands it on. */
  readonly stopReason?: string;
  /** Absent until its state machine was started. */
  readonly isStarted?: boolean;
  readonly state: 'planning' | 'running' | 'merging' | BurstEnd['state'];
  readonly endedAt?: number;
  readonly runId?: number;
  readonly reason?: string;
};

/** The end of a burst; written once. */
export type BurstEnd = {
  readonly state: 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
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

  return {
    /** False when there is a burst of this id already. */
    create: (record: BurstRecord): Promise<boolean> =>
      putNew(dynamo, table, { ...burstKey.burst(record.id), ...record, expiresAt: expiresAt() }),

    /** Undefined also for one that has expired: the table may delete it days later. */
    get: async (burst: string): Promise<BurstRecord | undefined> =>
      fresh(await get<BurstRecord & Expiring>(dynamo, table, burstKey.burst(burst))),

    /** From planning to running to merging; false when the burst has ended. */
    advance: (burst: string, state: 'running' | 'merging'): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { state }),

    /** Leaves a request to stop for a burst whose conductor may not have begun; false when the burst has ended. */
    requestStop: (burst: string, stopReason: string): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { stopReason }),

    /** Notes that its state machine was started; false when the burst has ended. */
    started: (burst: string): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), { isStarted: true }),

    /** Writes the end, once: false when the burst has ended before, and then nothing changes. */
    conclude: (burst: string, end: BurstEnd): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), end),

    /** The conductor's first state; false when it has begun already. */
    begin: (burst: string, state: ConductorState): Promise<boolean> =>
      putNew(dynamo, table, { ...conductorItem(burst, state, 1), expiresAt: expiresAt() }),

    /** The conductor's state and its version; undefined when the burst has not begun. */
    async conductor(burst: string): Promise<StoredConductor | undefined> {
      const item = await get<ConductorItem>(dynamo, table, burstKey.conductor(burst));
      return item && { version: item.version, state: JSON.parse(item.state) as ConductorState };
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

    ...openRequests(dynamo, table, () => Math.floor(clock() / 1e3), expiresAt),
    ...openDrives(dynamo, table, clock),
  };
}

type Expiring = { readonly expiresAt: number };
type ConductorItem = { readonly version: number; readonly state: string };

/** As text: one attribute, read each second by every drive, never queried into. */
const conductorItem = (burst: string, state: ConductorState, version: number) => ({
  ...burstKey.conductor(burst),
  version,
  state: JSON.stringify(state),
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
