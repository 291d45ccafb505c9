import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** `sandbox` may be thrown away with all it holds; `prod` outlives its stack. */
export type StageName = 'sandbox' | 'prod';

/** The differences between the stages. */
export type Stage = {
  readonly name: StageName;
  /** What becomes of buckets, tables and logs when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** Empty the bucket when the stack is deleted; needs a helper function of the CDK's own. */
  readonly autoDeleteObjects: boolean;
  /** Refuse to delete the catalogue, and keep 35 days of its history. */
  readonly protectCatalogue: boolean;
  readonly logRetention: RetentionDays;
  /** How long an overwritten or deleted run can still be brought back. */
  readonly noncurrentVersions: Duration;
};

export const stages = {
  sandbox: {
    name: 'sandbox',
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
    protectCatalogue: false,
    logRetention: RetentionDays.ONE_WEEK,
    noncurrentVersions: Duration.days(1),
  },
  prod: {
    name: 'prod',
    removalPolicy: RemovalPolicy.RETAIN,
    autoDeleteObjects: false,
    protectCatalogue: true,
    logRetention: RetentionDays.THREE_MONTHS,
    noncurrentVersions: Duration.days(90),
  },
} as const satisfies Record<StageName, Stage>;
