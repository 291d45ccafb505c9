import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityKey } from '../../names/identities.ts';
import { get, holds, putNew, query, withoutKey } from '../items.ts';

/** A schedule and its last execution. Times in epoch milliseconds. */
export type ScheduleRecord = {
  readonly name: string;
  /** The id of this schedule alone. A later schedule with the same name has another id. */
  readonly id: string;
  /** The calendar in the author's notation, and in EventBridge's. */
  readonly cron: string;
  readonly expression: string;
  /** Time zone of the calendar. */
  readonly zone: string;
  /** The owner of the bursts, and the API key that starts them. */
  readonly user: string;
  readonly keyId: number;
  readonly benchmark: string;
  /** Name of the document's file, for messages. */
  readonly file: string;
  readonly createdAt: number;
  /** Absent until the first execution. */
  readonly last?: ScheduleLast;
};

/** The result of the last execution: the burst, or the reason why it started none. */
export type ScheduleLast = {
  readonly at: number;
  readonly burst?: string | undefined;
  readonly problem?: string | undefined;
};

/** Stores the records of schedules. */
export type Schedules = ReturnType<typeof openSchedules>;

export function openSchedules(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    /** False when the name is in use. */
    put: (record: ScheduleRecord): Promise<boolean> =>
      putNew(dynamo, table, { ...identityKey.schedule(record.name), ...record }),

    get: (name: string): Promise<ScheduleRecord | undefined> =>
      get<ScheduleRecord>(dynamo, table, identityKey.schedule(name)),

    /** All schedules in the order of their names. */
    list: async (): Promise<readonly ScheduleRecord[]> =>
      (await query<ScheduleRecord>(dynamo, table, identityKey.schedule('').pk)).map((item) =>
        withoutKey<ScheduleRecord>(item),
      ),

    /** Records the result of the last execution. Does nothing when the schedule is deleted. */
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

    /** Deletes the record. May run twice, and does not delete a later schedule with the same name. */
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
