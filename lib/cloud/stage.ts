import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What becomes of the data of a stage: all of it may be thrown away, or it outlives its stack. */
export type Data = 'discard' | 'keep';

/** One deployment among those that lie side by side, and what follows from the worth of its data. */
export type Stage = {
  readonly name: string;
  /** What becomes of buckets, tables and logs when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** Empty the bucket when the stack is deleted; needs a helper function of the CDK's own. */
  readonly autoDeleteObjects: boolean;
  /** Refuse to delete the tables, and keep 35 days of their history. */
  readonly protectRecords: boolean;
  readonly logRetention: RetentionDays;
  /** How long an overwritten or deleted run can still be brought back. */
  readonly noncurrentVersions: Duration;
};

export const stageOf = (name: string, data: Data): Stage => ({ name, ...stages[data] });

const stages = {
  discard: {
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
    protectRecords: false,
    logRetention: RetentionDays.ONE_WEEK,
    noncurrentVersions: Duration.days(1),
  },
  keep: {
    removalPolicy: RemovalPolicy.RETAIN,
    autoDeleteObjects: false,
    protectRecords: true,
    logRetention: RetentionDays.THREE_MONTHS,
    noncurrentVersions: Duration.days(90),
  },
} as const satisfies Record<Data, Omit<Stage, 'name'>>;
