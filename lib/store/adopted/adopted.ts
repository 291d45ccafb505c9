import { identityExpiry } from '../../names/identity-keys.ts';
import { tableKey } from '../../names/key-format.ts';
import { isLoopback } from '../../names/loopback.ts';
import { bucketProblems, readBucket } from './bucket.ts';
import { readTable, tableProblems } from './table.ts';

/** The names of existing stores that a deployment will use. Absent: the deployment creates the store. */
export type AdoptedStores = {
  readonly bucket?: string | undefined;
  readonly repositoryTable?: string | undefined;
  readonly identityTable?: string | undefined;
};

/** The deployment that will use existing stores, and its settings that the stores must fit. */
export type Adopting = {
  readonly region: string;
  /** True: the data remains when the stack is deleted. */
  readonly isKept: boolean;
  /** The ARN of the KMS key that the deployment's functions may use. Absent: they may use no key. */
  readonly key?: string | undefined;
};

/** Finds all reasons why a deployment cannot use existing stores. */
export type JudgeAdopted = (stores: AdoptedStores, adopting: Adopting) => Promise<readonly string[]>;

/**
 * Judges existing stores, with the credentials of the environment. A store that cannot be read is a problem
 * too.
 */
export const judgeAdopted: JudgeAdopted = async (stores, adopting) => {
  const [{ S3Client }, { DynamoDBClient }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/client-dynamodb'),
  ]);
  const { region, key } = adopting;
  const { AWS_ENDPOINT_URL_S3: s3Url = process.env.AWS_ENDPOINT_URL } = process.env;
  const forcePathStyle = s3Url !== undefined && isLoopback(s3Url);
  const [s3, dynamo] = [new S3Client({ region, forcePathStyle }), new DynamoDBClient({ region })];
  const { bucket, repositoryTable, identityTable } = stores;
  const tables = [
    [repositoryTable, tableKey.expiresAt],
    [identityTable, identityExpiry],
  ] as const;
  try {
    const found = await Promise.all([
      problemsOf(bucket, async (name) => bucketProblems(name, await readBucket(s3, name), { region, key })),
      ...tables.map(([table, expiry]) =>
        problemsOf(table, async (name) =>
          tableProblems(name, await readTable(dynamo, name), { ...adopting, expiry }),
        ),
      ),
    ]);
    return found.flat();
  } finally {
    s3.destroy();
    dynamo.destroy();
  }
};

async function problemsOf(
  name: string | undefined,
  judge: (name: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (name === undefined) return [];
  try {
    return await judge(name);
  } catch (error) {
    return [
      `${name} cannot be read: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
    ];
  }
}
