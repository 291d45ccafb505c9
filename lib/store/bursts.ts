import { setTimeout as pause } from 'node:timers/promises';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { reduce } from '../driver/conducting/conductor.ts';
import type { Command, ConductorEvent, ConductorState } from '../driver/conducting/state.ts';
import { conducting } from '../driver/limits.ts';
import { expiryOf, openDrives } from './drives.ts';
import { get, holds, putNew } from './items.ts';
import { burstKey } from './names.ts';

/** A burst as a caller started it and as it stands. Times in epoch milliseconds. */
export type BurstRecord = {
  readonly id: string;
  readonly benchmark: string;
  /** Name of the document's file, for messages. */
  readonly file: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** As asked for; absent: as many as the plan finds necessary. */
  readonly shards?: number | undefined;
  readonly seed: number;
  /** Part of the requests, 0 to 1, that may fail, as asked for; absent: what the deployment says. */
  readonly maxErrors?: number | undefined;
  /** Whose key started it; owns the run. */
  readonly user: string;
  readonly createdAt: number;
  /** Asked for before the conductor had begun; Plan hands it on. */
  readonly stopReason?: string;
  readonly state: 'planning' | 'running' | 'merging' | BurstEnd['state'];
  readonly endedAt?: number;
  readonly runId?: number;
  readonly reason?: string;
};

/** How a burst ended; written once. */
export type BurstEnd = {
  readonly state: 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
  readonly endedAt: number;
  readonly runId?: number | undefined;
  readonly reason?: string | undefined;
};

/** An event before the store puts the instant of its attempt on it. */
export type ConductorNews = ConductorEvent extends infer Event
  ? Event extends ConductorEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/**
 * Tells a waiting state what was decided. True when that state has the answer or has ceased to wait for this one
 * (it will ask again with a new token); rejects when nobody knows, and the command stays due.
 */
export type Respond = (command: Command, state: ConductorState) => Promise<boolean>;

/**
 * Everything that a burst needs to remember while it runs. Single-item conditional writes and atomic counters only:
 * any writer may be lost at any point, and whoever comes next finds a state that is right.
 */
export type Bursts = ReturnType<typeof openBursts>;

/** Draws the conclusions from an event; the store only keeps them. */
export type Conduct = typeof reduce;

export function openBursts(
  dynamo: DynamoDBDocumentClient,
  table: string,
  conduct: Conduct,
  clock: () => number = Date.now,
) {
  const desk: Desk = { dynamo, table, conduct, clock };
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

    /** Writes the end, once: false when the burst has ended before, and then nothing changes. */
    conclude: (burst: string, end: BurstEnd): Promise<boolean> =>
      update(dynamo, table, burstKey.burst(burst), end),

    /** The conductor's first state; false when it has begun already. */
    begin: (burst: string, state: ConductorState): Promise<boolean> =>
      putNew(dynamo, table, { ...conductorItem(burst, state, 1), expiresAt: expiresAt() }),

    conductor: async (burst: string): Promise<ConductorState | undefined> => {
      const item = await get<ConductorItem>(dynamo, table, burstKey.conductor(burst));
      return item && stateOf(item);
    },

    /**
     * Applies an event and performs what follows from it. Concurrent writers are serialised by the item's version;
     * the event's instant is that of the attempt that wins.
     * @returns the new state; undefined when the burst has not begun.
     * @throws Error when a command could not be performed; it stays due.
     */
    async apply(burst: string, news: ConductorNews, respond: Respond): Promise<ConductorState | undefined> {
      const applied = await write(desk, burst, news);
      if (applied === undefined || applied.commands.length === 0) return applied?.state;
      const { told, failures } = await perform(applied.commands, applied.state, respond);
      const after =
        told.length === 0 ? applied : await write(desk, burst, { type: 'CommandsTold', tokens: told });
      if (failures.length > 0) throw new AggregateError(failures, `burst ${burst}: commands are still due`);
      return after?.state;
    },

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

const stateOf = ({ state }: ConductorItem): ConductorState => JSON.parse(state) as ConductorState;

/** What writing a conductor takes. */
type Desk = {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
  readonly conduct: Conduct;
  readonly clock: () => number;
};

async function write(
  { dynamo, table, conduct, clock }: Desk,
  burst: string,
  news: ConductorNews,
): Promise<ReturnType<Conduct> | undefined> {
  for (let attempt = 1; attempt <= conducting.writeAttemptsMax; attempt += 1) {
    const item = await get<ConductorItem>(dynamo, table, burstKey.conductor(burst));
    if (item === undefined) return undefined;
    const before = stateOf(item);
    const result = conduct(before, { ...news, at: clock() } as ConductorEvent);
    if (saysTheSame(before, result.state)) return result;
    const put = new PutCommand({
      TableName: table,
      Item: { ...conductorItem(burst, result.state, item.version + 1), expiresAt: expiryOf(clock()) },
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': item.version },
    });
    if (await holds(dynamo.send(put))) return result;
    await pause(Math.random() * conducting.writePauseMs);
  }
  throw new Error(`burst ${burst}: the conductor's state was always written by others first`);
}

/** An event that only moves the clock is not worth a write. */
const saysTheSame = (before: ConductorState, after: ConductorState): boolean =>
  JSON.stringify({ ...before, at: 0 }) === JSON.stringify({ ...after, at: 0 });

async function perform(
  commands: readonly Command[],
  state: ConductorState,
  respond: Respond,
): Promise<{ readonly told: readonly string[]; readonly failures: readonly unknown[] }> {
  const answers = await Promise.allSettled(commands.map((command) => respond(command, state)));
  const told = commands.filter((_, index) => {
    const answer = answers[index];
    return answer.status === 'fulfilled' && answer.value;
  });
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  return { told: told.map(({ token }) => token), failures };
}

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
