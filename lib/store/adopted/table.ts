import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dataFormat } from '../../facts/data-format.ts';
import { tableKey } from '../../names/key-format.ts';
import { repositoryKey } from '../../names/repository-keys.ts';

/** The settings of an existing DynamoDB table that Downpour depends on. */
export type TableFacts = {
  readonly isActive: boolean;
  /** The keys of the table and their types, such as `pk:HASH:S sk:RANGE:S`. */
  readonly keys: string;
  readonly isOnDemand: boolean;
  readonly isProtected: boolean;
  readonly hasHistory: boolean;
  /** The attribute that has the expiry time of items. Absent: items do not expire. */
  readonly expiry?: string | undefined;
  /** The ARN of the table's KMS key. Absent: a key of DynamoDB encrypts the table. */
  readonly key?: string | undefined;
  /** The number of the table's data format. */
  readonly format: number;
};

/**
 * Reads an existing table.
 * @param dynamo in the region of the deployment.
 * @returns undefined when the table does not exist there.
 * @throws the error of AWS, for example when a permission is missing.
 */
export async function readTable(dynamo: DynamoDBClient, TableName: string): Promise<TableFacts | undefined> {
  const sdk = await import('@aws-sdk/client-dynamodb');
  const { pk, sk } = repositoryKey.format();
  const Key = { [tableKey.partition]: { S: pk }, [tableKey.sort]: { S: sk } };
  try {
    const { Table = {} } = await dynamo.send(new sdk.DescribeTableCommand({ TableName }));
    const { AttributeDefinitions: types = [], KeySchema: schema = [] } = Table;
    const keys = schema
      .map(({ AttributeName: name, KeyType }) => {
        const { AttributeType } = types.find(({ AttributeName }) => AttributeName === name) ?? {};
        return `${name}:${KeyType}:${AttributeType}`;
      })
      .join(' ');
    const [backups, expiry, item] = await Promise.all([
      dynamo.send(new sdk.DescribeContinuousBackupsCommand({ TableName })),
      dynamo.send(new sdk.DescribeTimeToLiveCommand({ TableName })),
      keys === tableKeys ? dynamo.send(new sdk.GetItemCommand({ TableName, Key })) : undefined,
    ]);
    const { TimeToLiveStatus, AttributeName } = expiry.TimeToLiveDescription ?? {};
    const { PointInTimeRecoveryDescription: history } = backups.ContinuousBackupsDescription ?? {};
    return {
      isActive: Table.TableStatus === 'ACTIVE',
      keys,
      isOnDemand: Table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST',
      isProtected: Table.DeletionProtectionEnabled === true,
      hasHistory: history?.PointInTimeRecoveryStatus === 'ENABLED',
      expiry: TimeToLiveStatus?.startsWith('ENABL') ? AttributeName : undefined,
      key: Table.SSEDescription?.KMSMasterKeyArn,
      format: Number(item?.Item?.format?.N ?? 1),
    };
  } catch (error) {
    if (error instanceof sdk.ResourceNotFoundException) return undefined;
    throw error;
  }
}

const tableKeys = `${tableKey.partition}:HASH:S ${tableKey.sort}:RANGE:S`;

/**
 * The settings that a deployment expects of a table. `isKept`: the data remains when the stack is deleted.
 */
export type ExpectedTable = {
  readonly region: string;
  readonly expiry: string;
  readonly isKept: boolean;
  readonly key?: string | undefined;
};

/** The settings of a table that do not fit. Most have the command that corrects them. */
export function tableProblems(
  name: string,
  facts: TableFacts | undefined,
  expected: ExpectedTable,
): readonly string[] {
  const { region, isKept } = expected;
  if (facts === undefined) return [`table ${name} does not exist in ${region}`];
  if (facts.keys !== tableKeys) return [`table ${name} has the keys ${facts.keys}, not ${tableKeys}`];
  if (!facts.isActive) return [`table ${name} is not active yet: wait until its restoration has ended`];
  const aws = (command: string): string => `aws dynamodb ${command} --region ${region} --table-name ${name}`;
  const rules: readonly [broken: boolean, problem: string][] = [
    [
      facts.format > dataFormat,
      `has data of format ${facts.format}, and this version reads format ${dataFormat}`,
    ],
    [
      !facts.isOnDemand,
      `has a fixed capacity; change that: ${aws('update-table')} --billing-mode PAY_PER_REQUEST`,
    ],
    [
      facts.expiry !== expected.expiry,
      `expires ${facts.expiry === undefined ? 'no item' : `items by ${facts.expiry}`}; change that: ${aws('update-time-to-live')} --time-to-live-specification Enabled=true,AttributeName=${expected.expiry}`,
    ],
    [
      isKept && !facts.hasHistory,
      `keeps no history; switch that on: ${aws('update-continuous-backups')} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    ],
    [
      isKept && !facts.isProtected,
      `may be deleted by mistake; protect it: ${aws('update-table')} --deletion-protection-enabled`,
    ],
    [
      facts.key !== undefined && facts.key !== expected.key,
      `is encrypted with ${facts.key}, a key that the functions may not use: name it with the option kmsKeyArn`,
    ],
  ];
  return rules.flatMap(([broken, problem]) => (broken ? [`table ${name} ${problem}`] : []));
}
