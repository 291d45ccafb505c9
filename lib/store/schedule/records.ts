import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityKey } from '../../names/identities.ts';
import { get, holds, putNew, query, withoutKey } from '../items.ts';

/** A schedule as it was made and as it went. Times in epoch milliseconds. */
export type ScheduleRecord = {
  readonly name: string;
  /** Of this schedule alone: a later one of the same name has another. */
  readonly id: string;
  /** As its author wrote it, and as EventBridge takes it. */
  readonly cron: string;
  readonly expression: string;
  /** Time zone of the calendar. */
  readonly zone: string;
  /** Whose bursts it starts, and the API key that it acts with. */
  readonly user: string;
  readonly keyId: number;
  readonly benchmark: string;
  /** Name of the document's file, for messages. */
  readonly file: string;
  readonly createdAt: number;
  /** Absent until its first time. */
  readonly last?: ScheduleLast;
};

/** How its last time went: the burst, or why there is none. */
export type ScheduleLast = {
  readonly at: number;
  readonly burst?: string | undefined;
  readonly problem?: string | undefined;
};

/** Schedules by what is known of them. */
export type Schedules = ReturnType<typeof openSchedules>;

export function openSchedules(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    /** False when the name is taken. */
    put: (record: ScheduleRecord): Promise<boolean> =>
      putNew(dynamo, table, { ...identityKey.schedule(record.name), ...record }),

    get: (name: string): Promise<ScheduleRecord | undefined> =>
      get<ScheduleRecord>(dynamo, table, identityKey.schedule(name)),

    /** By their names. */
    list: async (): Promise<readonly ScheduleRecord[]> =>
      (await query<ScheduleRecord>(dynamo, table, identityKey.schedule('').pk)).map((item) =>
        withoutKey<ScheduleRecord>(item),
      ),

    /** Notes how its last time went; nothing when it is gone. */
    async note({ name, id }: Pick<ScheduleRecord, 'name' | 'id'>, last: ScheduleLast): Promise<void> {
      await holds(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: identityKey.schedule(name),
            UpdateExpression: 'SET #last = :last',
            ConditionExpression: 'id = :id',
            ExpressionAttributeNames: { '#last': 'last' },
            ExpressionAttributeValues: { ':last': last, ':id': id },
          }),
        ),
      );
    },

    /** May run twice, and leaves a later one of the same name alone. */
    async remove({ name, id }: Pick<ScheduleRecord, 'name' | 'id'>): Promise<void> {
      await holds(
        dynamo.send(
          new DeleteCommand({
            TableName: table,
            Key: identityKey.schedule(name),
            ConditionExpression: 'id = :id',
            ExpressionAttributeValues: { ':id': id },
          }),
        ),
      );
    },
  };
}
