import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { environment, tableKey } from '../store/names.ts';
import type { Stage } from './stage.ts';

export type RunStorageProps = {
  readonly stage: Stage;
};

/** Days until the plan, partials and live statistics of a burst are gone; its run stays. */
const burstObjectsDays = 30;

/**
 * Where documents rest: one bucket (`runs/` for ever, `bursts/` for 30 days, `answers/` for one), the catalogue of runs and keys,
 * and the state of bursts at work. `grantX(fn)` gives the permission and tells the function where to look.
 *
 * Nothing here has a physical name, so two deployments fit in one account.
 */
export class RunStorage extends Construct {
  readonly bucket: s3.Bucket;
  readonly catalogue: dynamodb.Table;
  readonly bursts: dynamodb.Table;

  constructor(scope: Construct, id: string, props: RunStorageProps) {
    super(scope, id);
    this.bucket = this.#createBucket(props.stage);
    this.catalogue = this.#createCatalogue(props.stage);
    this.bursts = this.#createBursts(props.stage);
  }

  grantRunsRead(fn: lambda.Function): void {
    this.#grantObjects(fn, 'runs/', ['s3:GetObject']);
  }

  /** Runs are immutable: who may write them may not delete them. Reading is needed to finish an upload. */
  grantRunsWrite(fn: lambda.Function): void {
    this.#grantObjects(fn, 'runs/', ['s3:GetObject', 's3:PutObject']);
  }

  /** Replies that are too large for the platform; a presigned URL reads with the rights of who made it. */
  grantAnswersWrite(fn: lambda.Function): void {
    this.#grantObjects(fn, 'answers/', ['s3:GetObject', 's3:PutObject']);
  }

  grantBurstObjectsRead(fn: lambda.Function): void {
    this.#grantObjects(fn, 'bursts/', ['s3:GetObject']);
  }

  grantBurstObjectsWrite(fn: lambda.Function): void {
    this.#grantObjects(fn, 'bursts/', ['s3:GetObject', 's3:PutObject']);
  }

  grantCatalogueRead(fn: lambda.Function): void {
    grantItems(fn, this.catalogue, environment.catalogueTable, readItems);
  }

  grantCatalogueWrite(fn: lambda.Function): void {
    grantItems(fn, this.catalogue, environment.catalogueTable, writeItems);
  }

  grantBurstsRead(fn: lambda.Function): void {
    grantItems(fn, this.bursts, environment.burstsTable, readItems);
  }

  grantBurstsWrite(fn: lambda.Function): void {
    grantItems(fn, this.bursts, environment.burstsTable, writeItems);
  }

  #createBucket(stage: Stage): s3.Bucket {
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      removalPolicy: stage.removalPolicy,
      autoDeleteObjects: stage.autoDeleteObjects,
      lifecycleRules: [
        { id: 'bursts', prefix: 'bursts/', expiration: Duration.days(burstObjectsDays) },
        { id: 'answers', prefix: 'answers/', expiration: Duration.days(1) },
        {
          id: 'leftovers',
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: stage.noncurrentVersions,
          expiredObjectDeleteMarker: true,
        },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason:
        'Only the functions reach the bucket, and the API logs each call; a second log bucket would double the cost.',
    });
    return bucket;
  }

  #createCatalogue(stage: Stage): dynamodb.Table {
    const table = new dynamodb.Table(this, 'Catalogue', {
      ...keyed,
      removalPolicy: stage.removalPolicy,
      deletionProtection: stage.protectCatalogue,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: stage.protectCatalogue },
    });
    if (!stage.protectCatalogue) {
      Validations.of(table).acknowledge({
        id: 'AwsSolutions::AwsSolutions-DDB3',
        reason: 'A sandbox is thrown away with its data; prod keeps 35 days of history.',
      });
    }
    return table;
  }

  /** Conductor states, leases and stop flags. Worth nothing once a burst is over, so never kept or backed up. */
  #createBursts(stage: Stage): dynamodb.Table {
    const table = new dynamodb.Table(this, 'Bursts', {
      ...keyed,
      removalPolicy: stage.removalPolicy,
      timeToLiveAttribute: tableKey.expiresAt,
    });
    Validations.of(table).acknowledge({
      id: 'AwsSolutions::AwsSolutions-DDB3',
      reason:
        'Holds the state of bursts at work, which expires by itself; the finished run is in the bucket.',
    });
    return table;
  }

  #grantObjects(fn: lambda.Function, prefix: string, actions: string[]): void {
    fn.addEnvironment(environment.runsBucket, this.bucket.bucketName);
    fn.addToRolePolicy(
      new iam.PolicyStatement({ actions, resources: [this.bucket.arnForObjects(`${prefix}*`)] }),
    );
    fn.addToRolePolicy(this.#honestAbsence(prefix));
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    Validations.of(fn.role ?? fn).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      reason: `The keys below ${prefix} are made at run time; everything else in the bucket stays closed.`,
    });
  }

  /**
   * S3 says 404 for an object that does not exist only to those who may list the bucket; to others it says 403, and
   * a missing partial would look like a broken permission. `IfExists`, because reading an object names no prefix.
   * Source: the permissions of GetObject in the S3 API reference.
   */
  #honestAbsence(prefix: string): iam.PolicyStatement {
    return new iam.PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [this.bucket.bucketArn],
      conditions: { StringLikeIfExists: { 's3:prefix': `${prefix}*` } },
    });
  }
}

/**
 * Pay per request: an idle deployment costs nothing. Encrypted with keys that AWS owns, at no charge.
 * `Table`, not `TableV2`: the latter is a global table, which the emulators that people deploy to do not know.
 */
const keyed = {
  partitionKey: { name: tableKey.partition, type: dynamodb.AttributeType.STRING },
  sortKey: { name: tableKey.sort, type: dynamodb.AttributeType.STRING },
  billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
} as const satisfies Partial<dynamodb.TableProps>;

/** No Scan: every question has a key. */
const readItems = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeItems = [...readItems, 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

function grantItems(fn: lambda.Function, table: dynamodb.Table, variable: string, actions: string[]): void {
  fn.addEnvironment(variable, table.tableName);
  fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [table.tableArn] }));
}
