import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Start } from '../../driver/conducting/answers.ts';
import type { Flag } from '../../driver/conducting/flag.ts';
import { burstKey } from '../../names/bursts.ts';
import { get, holds } from '../items.ts';

/** What drives read of a burst, and the tokens of who waits: each in a partition of its own, so that nobody waits for others. */
export function openSignals(dynamo: DynamoDBDocumentClient, table: string, expiresAt: () => number) {
  type Key = { readonly pk: string; readonly sk: string };

  /** Sets attributes unless a later version of them is there. */
  const setVersion = async (Key: Key, version: number, attributes: Readonly<Record<string, unknown>>) => {
    const entries = Object.entries({ ...attributes, version, expiresAt: expiresAt() });
    await holds(
      dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key,
          UpdateExpression: `SET ${entries.map((_, n) => `#n${n} = :v${n}`).join(', ')}`,
          ConditionExpression: 'attribute_not_exists(#version) OR #version < :version',
          ExpressionAttributeNames: {
            '#version': 'version',
            ...Object.fromEntries(entries.map(([name], n) => [`#n${n}`, name])),
          },
          ExpressionAttributeValues: {
            ':version': version,
            ...Object.fromEntries(entries.map(([, value], n) => [`:v${n}`, value])),
          },
        }),
      ),
    );
  };

  /** Writes to each copy of a flag, also of a burst that has not begun. */
  const updateCopies = async (burst: string, name: string, set: string, value: unknown): Promise<void> => {
    const update = async (copy: number) => {
      const reply = await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key: burstKey.flag(burst, copy),
          UpdateExpression: `SET #name = ${set}, expiresAt = :expiresAt`,
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':value': value, ':expiresAt': expiresAt() },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return reply.Attributes as { readonly copies?: number };
    };
    const { copies = 1 } = await update(0);
    await Promise.all(Array.from({ length: copies - 1 }, (_, index) => update(index + 1)));
  };

  return {
    /**
     * Writes all copies of a flag, unless a later version is there. A stop that is there stays, whoever wrote it: nothing
     * takes one back.
     */
    async putFlag(burst: string, version: number, { stop, phases }: Flag, copies: number): Promise<void> {
      const attributes = { copies, phases: phases ?? {}, ...(stop === undefined ? {} : { stop }) };
      await Promise.all(
        Array.from({ length: copies }, (_, copy) =>
          setVersion(burstKey.flag(burst, copy), version, attributes),
        ),
      );
    },

    /** SHA-256, in hex, of the token with which a burst is stopped where no function can run. A later one takes its place. */
    async putStopHash(burst: string, stopHash: string): Promise<void> {
      await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key: burstKey.flag(burst, 0),
          UpdateExpression: 'SET stopHash = :hash, expiresAt = :expiresAt',
          ExpressionAttributeValues: { ':hash': stopHash, ':expiresAt': expiresAt() },
        }),
      );
    },

    /** Leaves a stop in the flag. One that is there stays. */
    stopFlag: (burst: string, reason: string): Promise<void> =>
      updateCopies(burst, 'stop', 'if_not_exists(#name, :value)', reason),

    /** Has the drives stop after `heldUntil`, epoch milliseconds, unless a later hold replaces it. */
    hold: (burst: string, heldUntil: number): Promise<void> =>
      updateCopies(burst, 'heldUntil', ':value', heldUntil),

    /**
     * A copy of the flag; undefined when the burst has not begun. `consistent`: as the last writer left it; else it may
     * be a moment old, at half the cost.
     */
    async flag(burst: string, copy: number, consistent: boolean): Promise<Flag | undefined> {
      const item = await get<Flag>(dynamo, table, burstKey.flag(burst, copy), consistent);
      if (item === undefined) return undefined;
      const { stop, phases, heldUntil } = item;
      const known = Object.entries({ stop, phases, heldUntil }).filter(([, value]) => value !== undefined);
      return Object.fromEntries(known);
    },

    /** Tells the waiting drives of a phase, unless they have been told of a later version. */
    async putStart(
      burst: string,
      phase: number,
      version: number,
      start: Start,
      copies: number,
    ): Promise<void> {
      await Promise.all(
        Array.from({ length: copies }, (_, copy) =>
          setVersion(burstKey.start(burst, phase, copy), version, { start }),
        ),
      );
    },

    /**
     * What the waiting drives of a phase were told last; undefined before the first time. `consistent`: as the last writer
     * left it; else it may be a moment old, at half the cost.
     */
    async start(burst: string, phase: number, copy: number, consistent: boolean): Promise<Start | undefined> {
      const key = burstKey.start(burst, phase, copy);
      return (await get<{ start: Start }>(dynamo, table, key, consistent))?.start;
    },

    /** Keeps the token of the state that waits for a phase, with its mark, in place of the one that waited before. */
    async putToken(burst: string, phase: number, token: Token): Promise<void> {
      const Item = { ...burstKey.token(burst, phase), ...token, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /** Undefined while nobody has waited. */
    token: (burst: string, phase: number): Promise<Token | undefined> =>
      get<Token>(dynamo, table, burstKey.token(burst, phase)),

    /** Keeps the token of the state that waits for the drives of other regions. */
    async putRegionsToken(burst: string, phase: number, token: string): Promise<void> {
      const Item = { ...burstKey.regionsToken(burst, phase), token, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /** Undefined while nobody has waited for them. */
    regionsToken: async (burst: string, phase: number): Promise<string | undefined> =>
      (await get<Pick<Token, 'token'>>(dynamo, table, burstKey.regionsToken(burst, phase)))?.token,
  };
}

/** The mark stands for the token where that is too long. */
export type Token = { readonly token: string; readonly mark: string };
