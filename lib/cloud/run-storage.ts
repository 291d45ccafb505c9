import { Annotations, CfnResource, Duration, Lazy, Stack, Validations } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { corsMaxAgeS } from '../cors.ts';
import { objectExpiry, uploadDays } from '../facts/retention.ts';
import { identityExpiry } from '../names/identity-keys.ts';
import { tableKey } from '../names/key-format.ts';
import type { Stage } from './stage.ts';

export type RunStorageProps = {
  readonly stage: Stage;
  /**
   * The write units per second that the table of bursts can serve from the beginning. Absent: those of a new
   * table.
   */
  readonly warmWrites?: number | undefined;
  /**
   * Existing bucket that gets the access log of the bucket.
   * @default - none
   */
  readonly accessLogBucket?: s3.IBucket | undefined;
  /**
   * Existing stores. The stack uses them as they are, and its deletion does not touch them.
   * @default - the stack makes all stores
   */
  readonly adopted?: Adopted;
};

export type Adopted = {
  readonly bucket?: s3.IBucket;
  readonly repositoryTable?: dynamodb.ITable;
  readonly identityTable?: dynamodb.ITable;
};

/**
 * The stores of a deployment: one bucket (`runs/` and `schedules/` until they are deleted, the others for
 * some days), the table of the repository, the table of identities, and the table of bursts at work. Nothing
 * has a physical name, so one account can have several deployments.
 */
export class RunStorage extends Construct {
  readonly bucket: s3.IBucket;
  readonly repository: dynamodb.ITable;
  readonly identity: dynamodb.ITable;
  readonly bursts: dynamodb.Table;

  constructor(scope: Construct, id: string, props: RunStorageProps) {
    super(scope, id);
    const { stage, adopted: { bucket, repositoryTable, identityTable } = {} } = props;
    this.bucket = bucket ?? this.#createBucket(props);
    this.repository = repositoryTable ?? this.#createKept('Repository', stage);
    // The name of the construct must not change, because another name would create a new, empty table.
    this.identity = identityTable ?? this.#createKept('Catalogue', stage, identityExpiry);
    this.bursts = this.#createBursts(props);
  }

  #createBucket({ stage, accessLogBucket }: RunStorageProps): s3.Bucket {
    const { key } = stage;
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      ...(key === undefined
        ? { encryption: s3.BucketEncryption.S3_MANAGED }
        : // A key for the bucket saves a call to KMS for each object.
          { encryption: s3.BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }),
      ...(accessLogBucket === undefined
        ? {}
        : {
            serverAccessLogsBucket: accessLogBucket,
            serverAccessLogsPrefix: `${Stack.of(this).stackName}/`,
          }),
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      // A browser follows the address of a large reply and sends parts of an upload directly to the bucket.
      // After a redirect it uses the origin `null`, so CORS must allow every origin. The signature in the URL
      // is the permission.
      cors: [
        {
          allowedMethods: [s3.HttpMethods.GET, s3.HttpMethods.HEAD, s3.HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: corsMaxAgeS,
        },
      ],
      removalPolicy: stage.removalPolicy,
      autoDeleteObjects: stage.autoDeleteObjects,
      lifecycleRules: [
        ...objectExpiry.map(({ prefix, days }) => ({
          id: prefix.replace('/', ''),
          prefix,
          expiration: Duration.days(days),
          // Without this, an expired object would only be hidden behind a delete marker. These objects may
          // hold secrets and are never restored, so their old versions are deleted too.
          noncurrentVersionExpiration: Duration.days(1),
        })),
        {
          id: 'leftovers',
          abortIncompleteMultipartUploadAfter: Duration.days(uploadDays),
          noncurrentVersionExpiration: stage.noncurrentVersions,
          expiredObjectDeleteMarker: true,
        },
      ],
    });
    // A bucket that is kept also keeps its policy, so that it remains as safe until a later deployment uses
    // it again.
    bucket.policy?.applyRemovalPolicy(stage.removalPolicy);
    if (stage.autoDeleteObjects) this.#completeEmptying(stage);
    if (accessLogBucket !== undefined) {
      const id = '@aws-cdk/aws-s3:accessLogsPolicyNotAdded';
      Annotations.of(bucket).acknowledgeWarning(
        id,
        'The owner of the log bucket writes the policy of that bucket.',
      );
      return bucket;
    }
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason:
        'Only the functions can read the bucket, and the API logs each call. A second bucket for access logs would double the cost.',
    });
    return bucket;
  }

  /**
   * Adds a log and tags to the CDK's function that empties the bucket, which has neither. Lambda would create
   * a log that has no key, never expires and outlives the stack. An organisation may require tags of each
   * role.
   */
  #completeEmptying({ logRetention, key, removalPolicy }: Stage): void {
    const log = new logs.LogGroup(this, 'EmptyingLog', {
      retention: logRetention,
      encryptionKey: key,
      removalPolicy,
    });
    const { tags } = log.node.defaultChild as logs.CfnLogGroup;
    const [role, handler] = ['Role', 'Handler'].map((id) => {
      const made = Stack.of(this).node.tryFindChild(emptying)?.node.tryFindChild(id);
      if (made instanceof CfnResource) return made;
      throw new Error(`a bug in Downpour: the CDK made no ${id} in ${emptying}`);
    });
    handler?.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
    const written = Lazy.any({
      produce: () => Object.entries(tags.tagValues()).map(([Key, Value]) => ({ Key, Value })),
    });
    for (const each of [role, handler]) each?.addPropertyOverride('Tags', written);
  }

  #createKept(id: string, stage: Stage, timeToLiveAttribute: string = tableKey.expiresAt): dynamodb.Table {
    const table = new dynamodb.Table(this, id, {
      ...keyed,
      ...encryptionOf(stage),
      removalPolicy: stage.recordsRemovalPolicy,
      timeToLiveAttribute,
      deletionProtection: stage.protectRecords,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.protectRecords },
    });
    if (!stage.protectRecords) {
      Validations.of(table).acknowledge({
        id: 'AwsSolutions::AwsSolutions-DDB3',
        reason: 'A sandbox stage is deleted with its data. Only prod keeps a history of 35 days.',
      });
    }
    return table;
  }

  /**
   * Conductor states, leases and stop flags. They are useless after a burst, so the table has no backup and
   * no protection against deletion.
   */
  #createBursts({ stage, warmWrites }: RunStorageProps): dynamodb.Table {
    const table = new dynamodb.Table(this, 'Bursts', {
      ...keyed,
      ...encryptionOf(stage),
      removalPolicy: stage.removalPolicy,
      timeToLiveAttribute: tableKey.expiresAt,
      ...(warmWrites === undefined ? {} : { warmThroughput: { writeUnitsPerSecond: warmWrites } }),
    });
    Validations.of(table).acknowledge({
      id: 'AwsSolutions::AwsSolutions-DDB3',
      reason:
        'The table has only the state of running bursts, which expires by itself. Finished runs are in the bucket.',
    });
    return table;
  }
}

/** The id of the CDK's function that empties buckets. A stack has one. */
const emptying = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

const encryptionOf = ({ key }: Stage) =>
  key === undefined ? {} : { encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED, encryptionKey: key };

/**
 * On-demand billing, so that an idle deployment costs nothing. Without a key of the customer, encryption uses
 * keys that AWS owns, at no charge. `TableV2` would create a global table, which common emulators do not
 * support.
 */
const keyed = {
  partitionKey: { name: tableKey.partition, type: dynamodb.AttributeType.STRING },
  sortKey: { name: tableKey.sort, type: dynamodb.AttributeType.STRING },
  billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
} as const satisfies Partial<dynamodb.TableProps>;
