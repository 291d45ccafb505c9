import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { burstKey } from '../../names/burst-keys.ts';

/** An entry of the list of bursts. The record of the burst has the other fields. */
export type ListedBurst = {
  readonly id: string;
  readonly user: string;
  /** The cursor from which the list continues after this burst. */
  readonly cursor: string;
};

/** The list of all bursts, the newest first. */
export function openList(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    /**
     * Lists at most `limit` bursts, the newest first. With a cursor, it lists the bursts that are older than
     * the burst of the cursor.
     */
    async listed(limit: number, before?: string): Promise<readonly ListedBurst[]> {
      const { pk } = burstKey.listed(0, '');
      const reply = await dynamo.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
          ExpressionAttributeValues: { ':pk': pk, ...(before === undefined ? {} : { ':before': before }) },
          ScanIndexForward: false,
          Limit: limit,
        }),
      );
      const items = (reply.Items ?? []) as (ListItem & Record<string, unknown>)[];
      return items.map(({ sk, id, user }) => ({ id, user, cursor: sk }));
    },
  };
}

type ListItem = { readonly sk: string; readonly id: string; readonly user: string };
