import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Start } from '../../driver/conducting/replies.ts';
import type { Flag } from '../../driver/conducting/stop-flag.ts';
import { burstKey } from '../../names/burst-keys.ts';
import { get, holds } from '../item-operations.ts';

/**
 * The store of the signals that drives of a burst read, such as a stop. It also has the tokens with which
 * functions end a waiting state of the state machine. Each signal and token is in its own partition, so that
 * readers do not delay each other.
 */
export function openSignals(dynamo: DynamoDBDocumentClient, table: string, expiresAt: () => number) {
  type Key = { readonly pk: string; readonly sk: string };

  /** Sets attributes of an item, unless a later version of them is stored. */
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

  /** Sets a value in each copy of a flag (signals for all drives). The burst may not have begun yet. */
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
     * Writes all copies of the flag that drives read, unless a later version is stored. A stored stop
     * remains, because a stop cannot be withdrawn.
     */
    async putFlag(burst: string, version: number, { stop, phases }: Flag, copies: number): Promise<void> {
      const attributes = { copies, phases: phases ?? {}, ...(stop === undefined ? {} : { stop }) };
      await Promise.all(
        Array.from({ length: copies }, (_, copy) =>
          setVersion(burstKey.flag(burst, copy), version, attributes),
        ),
      );
    },

    /**
     * Stores a hash of the token that stops a burst without a function: its SHA-256 in hexadecimal. A later
     * hash replaces it.
     */
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

    /** Writes a stop to the flag that drives read, unless the flag has a stop already. */
    stopFlag: (burst: string, reason: string): Promise<void> =>
      updateCopies(burst, 'stop', 'if_not_exists(#name, :value)', reason),

    /**
     * Lets a burst run until `heldUntil`, in epoch milliseconds. Its drives stop after this time, unless a
     * later call replaces the time.
     */
    hold: (burst: string, heldUntil: number): Promise<void> =>
      updateCopies(burst, 'heldUntil', ':value', heldUntil),

    /**
     * Reads a copy of the flag (signals for all drives). Undefined when the burst has not begun.
     * `consistent`: reads the latest value. Otherwise the value may be a moment old, at half the cost.
     */
    async flag(burst: string, copy: number, consistent: boolean): Promise<Flag | undefined> {
      const item = await get<Flag>(dynamo, table, burstKey.flag(burst, copy), consistent);
      if (item === undefined) return undefined;
      const { stop, phases, heldUntil } = item;
      const known = Object.entries({ stop, phases, heldUntil }).filter(([, value]) => value !== undefined);
      return Object.fromEntries(known);
    },

    /**
     * Writes the start of a phase (its time, or a stop) for its waiting drives, unless a later version is
     * stored.
     */
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
     * Reads the last start (its time, or a stop) that was written for a phase. Undefined before the first.
     * `consistent`: reads the latest value. Otherwise the value may be a moment old, at half the cost.
     */
    async start(burst: string, phase: number, copy: number, consistent: boolean): Promise<Start | undefined> {
      const key = burstKey.start(burst, phase, copy);
      return (await get<{ start: Start }>(dynamo, table, key, consistent))?.start;
    },

    /**
     * Stores the token with which a function ends the state that waits for the start of a phase, and its
     * mark. The token replaces an earlier token.
     */
    async putToken(burst: string, phase: number, token: Token): Promise<void> {
      const Item = { ...burstKey.token(burst, phase), ...token, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /**
     * Reads the token of the state that waits for the start of a phase. Undefined until a state has waited.
     */
    token: (burst: string, phase: number): Promise<Token | undefined> =>
      get<Token>(dynamo, table, burstKey.token(burst, phase)),

    /** Stores the token of the state that waits for the drives of other regions. */
    async putRegionsToken(burst: string, phase: number, token: string): Promise<void> {
      const Item = { ...burstKey.regionsToken(burst, phase), token, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /** Reads the token of the state that waits for other regions. Undefined until a state has waited. */
    regionsToken: async (burst: string, phase: number): Promise<string | undefined> =>
      (await get<Pick<Token, 'token'>>(dynamo, table, burstKey.regionsToken(burst, phase)))?.token,
  };
}

/**
 * The token with which a function ends a waiting state of the state machine. The mark is a short text that
 * identifies the token in the conductor's state, for which the token is too long.
 */
export type Token = { readonly token: string; readonly mark: string };
