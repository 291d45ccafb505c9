import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Settled } from './options/read.ts';

/** Whether the data of a stage is deleted with its stack (`discard`) or outlives it (`keep`). */
export type Data = 'discard' | 'keep';

/** A stage is one of several deployments in an account. Its option `data` decides some settings. */
export type Stage = {
  readonly name: string;
  /**
   * The policy for the bucket, the table of bursts and logs when the stack is deleted. Even kept resources
   * are deleted when the creation of the stack fails, because they are empty then.
   */
  readonly removalPolicy: RemovalPolicy;
  /**
   * The policy for tables with deletion protection, when the stack is deleted or its creation fails.
   * CloudFormation cannot delete a protected table after a failed creation, and the stack could not be
   * created again.
   */
  readonly recordsRemovalPolicy: RemovalPolicy;
  /** Whether the bucket is emptied when the stack is deleted. This needs a helper function of the CDK. */
  readonly autoDeleteObjects: boolean;
  /** Whether the tables are protected from deletion and keep 35 days of their history. */
  readonly protectRecords: boolean;
  readonly logRetention: RetentionDays;
  /** The key of the customer that encrypts all stored data. Absent: keys of AWS encrypt it. */
  readonly key?: kms.IKey;
  /** The time in which an overwritten or deleted run can be restored. */
  readonly noncurrentVersions: Duration;
};

/** @param key of the customer. Absent: keys of AWS encrypt. */
export function stageOf({ stage: name, data, logDays }: Settled, key?: kms.IKey): Stage {
  return {
    name,
    ...stages[data],
    ...(logDays === undefined ? {} : { logRetention: logDays }),
    ...(key === undefined ? {} : { key }),
  };
}

/** The actions that a role needs in order to read and write what a key encrypts. */
export const keyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;

const stages = {
  discard: {
    removalPolicy: RemovalPolicy.DESTROY,
    recordsRemovalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
    protectRecords: false,
    logRetention: RetentionDays.ONE_WEEK,
    noncurrentVersions: Duration.days(1),
  },
  keep: {
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    recordsRemovalPolicy: RemovalPolicy.RETAIN,
    autoDeleteObjects: false,
    protectRecords: true,
    logRetention: RetentionDays.THREE_MONTHS,
    noncurrentVersions: Duration.days(90),
  },
} as const satisfies Record<Data, Omit<Stage, 'name' | 'key'>>;
