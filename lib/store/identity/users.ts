import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityExpiry, identityKey } from '../../names/identity-keys.ts';
import type { UserStore } from '../../repository/ports/identity-stores.ts';
import type { Team, User } from '../../results/identity/user.ts';
import { get, putIf, putNew, query, withoutKey } from '../item-operations.ts';

export function openUserStore(dynamo: DynamoDBDocumentClient, table: string): UserStore {
  return {
    get: (name: string): Promise<User | undefined> => get<User>(dynamo, table, identityKey.user(name)),

    list: async (): Promise<readonly User[]> =>
      (await query<User>(dynamo, table, identityKey.user('').pk)).map((item) => withoutKey<User>(item)),

    /** Adds a user. False when a user with this name exists. */
    add: (user: User): Promise<boolean> => putNew(dynamo, table, { ...identityKey.user(user.name), ...user }),

    /** Replaces a user. False when the user was changed since it was read, or removed. */
    replace: (user: User): Promise<boolean> =>
      putIf(dynamo, {
        TableName: table,
        Item: { ...identityKey.user(user.name), ...user, version: user.version + 1 },
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': user.version },
      }),

    /**
     * Removes a user, and records that the name was removed, so that a later user of this name does not get
     * the rights of the removed user. The record is written first, because the removal can be interrupted.
     */
    async remove(name: string): Promise<void> {
      await dynamo.send(new PutCommand({ TableName: table, Item: identityKey.removedUser(name) }));
      await dynamo.send(new DeleteCommand({ TableName: table, Key: identityKey.user(name) }));
    },

    wasRemoved: async (name: string): Promise<boolean> =>
      (await get(dynamo, table, identityKey.removedUser(name))) !== undefined,

    /**
     * Counts a login attempt with a password, or takes an attempt back. `window` is the number of the period.
     * @param forgetAt - epoch seconds at which the count expires.
     * @returns the attempts of the period.
     */
    async countTry(name: string, window: number, tries: 1 | -1, forgetAt: number): Promise<number> {
      const reply = await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key: identityKey.tries(name, window),
          UpdateExpression: `ADD tries :tries SET ${identityExpiry} = :forgetAt`,
          ExpressionAttributeValues: { ':tries': tries, ':forgetAt': forgetAt },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return Number(reply.Attributes?.tries);
    },

    tries: async (name: string, window: number): Promise<number> =>
      (await get<{ readonly tries: number }>(dynamo, table, identityKey.tries(name, window)))?.tries ?? 0,

    team: (name: string): Promise<Team | undefined> => get<Team>(dynamo, table, identityKey.team(name)),

    teams: async (): Promise<readonly Team[]> =>
      (await query<Team>(dynamo, table, identityKey.team('').pk)).map((item) => withoutKey<Team>(item)),

    /** Adds a team. False when a team with this name exists. */
    addTeam: (team: Team): Promise<boolean> =>
      putNew(dynamo, table, { ...identityKey.team(team.name), ...team }),

    async removeTeam(name: string): Promise<void> {
      await dynamo.send(new DeleteCommand({ TableName: table, Key: identityKey.team(name) }));
    },
  };
}
