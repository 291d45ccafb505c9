import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { identityKey } from '../../names/identity-keys.ts';
import type { AuditStore } from '../../repository/ports/identity-stores.ts';
import type { AuditRecord } from '../../results/identity/audit.ts';
import { withoutKey } from '../item-operations.ts';

export function openAuditStore(dynamo: DynamoDBDocumentClient, table: string): AuditStore {
  return {
    async put(record: AuditRecord): Promise<void> {
      const key = identityKey.audit(dayOf(record.at), record.at, record.requestId);
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...key, ...record } }));
    },

    /**
     * Reads the latest audit records of a day, the last one first. Fewer than `limit` records are all of the
     * day, although one reply of the table has at most 1 MB.
     * @param at an instant of the day.
     * @param before - the sort key before which the page begins. Absent: the page begins with the last record
     * of the day.
     */
    async page(
      at: number,
      limit: number,
      before?: string,
    ): Promise<readonly (AuditRecord & { sk: string })[]> {
      const items: Record<string, unknown>[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const reply = await dynamo.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
            ExpressionAttributeValues: {
              ':pk': identityKey.audit(dayOf(at), 0, '').pk,
              ...(before !== undefined && { ':before': before }),
            },
            ScanIndexForward: false,
            Limit: limit - items.length,
            ExclusiveStartKey: from,
          }),
        );
        items.push(...(reply.Items ?? []));
        from = reply.LastEvaluatedKey;
      } while (from !== undefined && items.length < limit);
      return items.map((item) => ({ ...withoutKey<AuditRecord>(item), sk: String(item.sk) }));
    },
  };
}

/** The day in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
