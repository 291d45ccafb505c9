import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityKey } from '../../names/identity-keys.ts';
import { get, holds, putNew, query, withoutKey } from '../item-operations.ts';

/** A schedule and its last start. Times are in epoch milliseconds. */
export type ScheduleRecord = {
  readonly name: string;
  /** The id of the schedule. A later schedule with the same name has another id. */
  readonly id: string;
  /**
   * The times of the schedule in cron's notation as the author wrote it. `expression` has EventBridge's
   * notation.
   */
  readonly cron: string;
  readonly expression: string;
  /** The time zone to which the times of the schedule refer. */
  readonly zone: string;
  /** The owner of the bursts. `keyId` is the API key that starts them. */
  readonly user: string;
  readonly keyId: number;
  readonly benchmark: string;
  /** The name of the document's file, for messages. */
  readonly file: string;
  readonly createdAt: number;
  /** The result of the schedule's last start. Absent before the first start. */
  readonly last?: ScheduleLast;
};

/** The result of a schedule's last start: the burst, or the reason why none was started. */
export type ScheduleLast = {
  readonly at: number;
  readonly burst?: string | undefined;
  readonly problem?: string | undefined;
  /** When this start made no burst: the id of the burst of an earlier start. That burst may still run. */
  readonly earlier?: string | undefined;
};

/** The store of the records of schedules. */
export type Schedules = ReturnType<typeof openSchedules>;

export function openSchedules(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    /** Stores a new schedule. False when the name is in use. */
    put: (record: ScheduleRecord): Promise<boolean> =>
      putNew(dynamo, table, { ...identityKey.schedule(record.name), ...record }),

    get: (name: string): Promise<ScheduleRecord | undefined> =>
      get<ScheduleRecord>(dynamo, table, identityKey.schedule(name)),

    /** All schedules in the order of their names. */
    list: async (): Promise<readonly ScheduleRecord[]> =>
      (await query<ScheduleRecord>(dynamo, table, identityKey.schedule('').pk)).map((item) =>
        withoutKey<ScheduleRecord>(item),
      ),

    /**
     * Records the result of the last start. If this start made no burst, the id of the earlier burst is kept.
     * Nothing is recorded when the schedule is deleted.
     */
    async note(
      { name, id, last: before }: Pick<ScheduleRecord, 'name' | 'id' | 'last'>,
      last: Omit<ScheduleLast, 'earlier'>,
    ): Promise<void> {
      const earlier = last.burst === undefined ? (before?.burst ?? before?.earlier) : undefined;
      await holds(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: identityKey.schedule(name),
            UpdateExpression: 'SET #last = :last',
            ConditionExpression: 'id = :id',
            ExpressionAttributeNames: { '#last': 'last' },
            ExpressionAttributeValues: { ':last': { ...last, earlier }, ':id': id },
          }),
        ),
      );
    },

    /**
     * Deletes the record of a schedule. The call may be repeated, and does not delete a later schedule with
     * the same name.
     */
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
