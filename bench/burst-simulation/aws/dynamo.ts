import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { dynamo } from '../constants.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { Bucket } from './bucket.ts';
import { type Calls, type Mood, type Service, ServiceError } from './calls.ts';
import type { Meters } from './meters.ts';
import { type Conditional, type Done, type Query, Table } from './table.ts';

type Key = { readonly pk: string; readonly sk: string };
type Input = Conditional & {
  readonly TableName: string;
  readonly Key: Key;
  readonly Item: Key & Record<string, unknown>;
  readonly UpdateExpression: string;
  readonly ConsistentRead?: boolean;
};
type Transaction = { readonly TransactItems: readonly { readonly [kind: string]: Input }[] };
type Batch = {
  readonly RequestItems: Readonly<
    Record<string, { readonly Keys: readonly Key[]; readonly ConsistentRead?: boolean }>
  >;
};

/**
 * DynamoDB: partitions with their limits, without adaptive capacity. The hash of a key decides its partition
 * in a new table. The use of each key is also counted separately, because a table that has split may give a
 * key its own partition.
 */
export class Dynamo {
  readonly #tables = new Map<string, Table>();
  readonly #buckets = new Map<string, { readonly reads: Bucket; readonly writes: Bucket }>();
  readonly #world: World;
  readonly #random: Random;
  readonly #calls: Calls;
  readonly #meters: Meters;
  readonly #service: Service;
  readonly #latency: number;
  readonly #quota: number;
  /** The number of partitions of each table. */
  readonly #partitions: number;
  readonly #partitionsKnown = new Map<string, number>();

  constructor(
    world: World,
    random: Random,
    calls: Calls,
    meters: Meters,
    given: { latency: number; failures: number; quota: number; mood: Mood; partitions?: number },
  ) {
    this.#world = world;
    this.#random = random;
    this.#calls = calls;
    this.#meters = meters;
    this.#latency = given.latency;
    this.#quota = given.quota;
    this.#partitions = given.partitions ?? dynamo.partitionsAtStart;
    this.#service = {
      name: 'dynamo',
      attemptsMax: dynamo.attemptsMax,
      retryBaseMs: dynamo.retryBaseMs,
      lost: dynamo.lost * given.failures,
      mood: given.mood,
      latencyMs: (operation) =>
        given.latency *
        (operation === 'Get' || operation === 'Query' || operation === 'BatchGet'
          ? random.logNormal(dynamo.getMedianMs, dynamo.getP99Ms)
          : random.logNormal(dynamo.putMedianMs, dynamo.putP99Ms)),
    };
  }

  send(operation: string, input: unknown): Promise<unknown> {
    return this.#calls.call(this.#service, operation, () => this.#perform(operation, input));
  }

  /** A copy of the items of a table by their keys, for tests. */
  items(table: string): Table['items'] {
    return this.#table(table).items;
  }

  /** Removes all items of a table, except those of the partition `except`. */
  clear(table: string, except?: string): void {
    this.#table(table).clear(except);
  }

  /** A copy of the stored item. The read takes no capacity of the table. */
  item(table: string, key: Key): Record<string, unknown> | undefined {
    const { Item } = this.#table(table).get(key, true).reply as { Item?: Record<string, unknown> };
    return Item;
  }

  /** Replaces an item. No capacity is used and no function notices. Undefined deletes the item. */
  place(table: string, key: Key, item: Readonly<Record<string, unknown>> | undefined): void {
    const rows = this.#table(table);
    (item === undefined ? rows.delete(key, {}) : rows.put({ ...item, ...key }, {})).commit?.();
  }

  #perform(operation: string, input: unknown): unknown {
    const one = input as Input;
    switch (operation) {
      case 'Get':
        return this.#charge(
          one.TableName,
          one.Key.pk,
          this.#table(one.TableName).get(one.Key, one.ConsistentRead === true),
        );
      case 'Put':
        return this.#charge(one.TableName, one.Item.pk, this.#table(one.TableName).put(one.Item, one));
      case 'Update':
        return this.#charge(one.TableName, one.Key.pk, this.#table(one.TableName).update(one.Key, one));
      case 'Delete':
        return this.#charge(one.TableName, one.Key.pk, this.#table(one.TableName).delete(one.Key, one));
      case 'Query': {
        const query = input as Query & { TableName: string };
        const pk = String(Object.values(query.ExpressionAttributeValues ?? {})[0]);
        return this.#charge(query.TableName, pk, this.#table(query.TableName).query(query));
      }
      case 'BatchGet':
        return this.#batch(input as Batch);
      case 'TransactWrite':
        return this.#transaction(input as Transaction);
      default:
        throw new Error(`the simulation does not support ${operation}`);
    }
  }

  #batch({ RequestItems }: Batch): unknown {
    const Responses: Record<string, unknown[]> = {};
    for (const [name, { Keys, ConsistentRead }] of Object.entries(RequestItems))
      Responses[name] = Keys.flatMap((key) => {
        const { Item } = this.#charge(name, key.pk, this.#table(name).get(key, ConsistentRead === true)) as {
          Item?: unknown;
        };
        return Item === undefined ? [] : [Item];
      });
    return { Responses, UnprocessedKeys: {} };
  }

  /** A transaction writes all items or none. Its conditions are checked first, and each write costs twice. */
  #transaction({ TransactItems }: Transaction): unknown {
    if (TransactItems.length > 100) throw new Error('a transaction has at most 100 items');
    const draft = TransactItems.map((each) => {
      const [[kind, input] = []] = Object.entries(each);
      if (input === undefined) throw new Error('an item of a transaction has no operation');
      const table = this.#table(input.TableName);
      const { pk, sk } = kind === 'Put' ? input.Item : input.Key;
      const done =
        kind === 'Put'
          ? table.put(input.Item, input)
          : kind === 'Update'
            ? table.update(input.Key, input)
            : table.delete(input.Key, input);
      return { kind, table: input.TableName, pk, sk, done };
    });
    if (new Set(draft.map(({ table, pk, sk }) => `${table} ${pk} ${sk}`)).size < draft.length)
      throw new Error('a transaction may write an item only once');
    const CancellationReasons = draft.map(({ done }) => ({
      Code: done.failed === true ? 'ConditionalCheckFailed' : 'None',
    }));
    if (draft.some(({ done }) => done.failed === true))
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'Transaction cancelled',
        CancellationReasons,
      });
    for (const { kind, table, pk, done } of draft)
      if (kind !== 'ConditionCheck') this.#charge(table, pk, { ...done, writes: 2 * done.writes });
    return {};
  }

  #table(name: string): Table {
    const stale = (): number =>
      this.#latency * this.#random.logNormal(dynamo.staleMedianMs, dynamo.staleP99Ms);
    const table = this.#tables.get(name) ?? new Table(this.#world, this.#random, stale);
    this.#tables.set(name, table);
    return table;
  }

  /**
   * Charges a request to its partition. If the partition has no capacity left in this second, the request is
   * throttled and has no effect.
   */
  #charge(table: string, pk: string, { reply, reads, writes, failed, commit }: Done): unknown {
    const partition = `${table} ${this.#partitionOf(pk)}`;
    const { reads: forReads, writes: forWrites } = this.#bucketsOf(partition);
    const { now } = this.#world;
    for (const [kind, units] of [
      ['reads', reads],
      ['writes', writes],
    ] as const) {
      if (units === 0) continue;
      this.#meters.count(`dynamo ${kind}`, units);
      this.#meters.use(`${kind} of partition ${partition}`, now, units);
      this.#meters.use(`${kind} of key ${table} ${pk}`, now, units);
    }
    if (!forReads.admit(reads) || !forWrites.admit(writes))
      throw new ServiceError(
        'ThrottlingException',
        `Throughput exceeds the limits of partition ${partition}`,
        'throttle',
      );
    if (failed === true)
      throw new ConditionalCheckFailedException({
        $metadata: {},
        message: 'The conditional request failed',
        Item: undefined,
      });
    commit?.();
    return reply;
  }

  #bucketsOf(partition: string): { readonly reads: Bucket; readonly writes: Bucket } {
    const [reads, writes] = [this.#quota * dynamo.partitionReads, this.#quota * dynamo.partitionWrites];
    const known = this.#buckets.get(partition) ?? {
      reads: new Bucket(this.#world, reads, reads),
      writes: new Bucket(this.#world, writes, writes),
    };
    this.#buckets.set(partition, known);
    return known;
  }

  #partitionOf(pk: string): number {
    const known =
      this.#partitionsKnown.get(pk) ??
      createHash('md5').update(pk).digest().readUInt32BE(0) % this.#partitions;
    this.#partitionsKnown.set(pk, known);
    return known;
  }
}
