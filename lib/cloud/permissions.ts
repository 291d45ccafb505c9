import { Stack, Validations } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { type FunctionSpec, type Need, functions as specs } from '../functions.ts';
import { environment } from '../store/names.ts';
import type { BurstMachine } from './burst-machine.ts';
import type { Functions } from './functions.ts';
import type { RunStorage } from './run-storage.ts';

export type Granted = {
  readonly functions: Functions;
  readonly storage: RunStorage;
  readonly machine: BurstMachine;
};

/** Gives every function what `lib/functions.ts` says it needs, and nothing beside it. */
export function grantNeeds({ functions, storage, machine }: Granted): void {
  const grants = permissions(storage, machine);
  for (const spec of specs) {
    const { needs }: FunctionSpec = spec;
    for (const need of needs) grants[need](functions.get(spec.name));
  }
}

type Grant = (fn: lambda.Function) => void;

/** The grant behind each need. It also sets the variable that tells the function where to look. */
const permissions = ({ bucket, catalogue, bursts }: RunStorage, { machine, respond }: BurstMachine) =>
  ({
    'runs:read': objects(bucket, 'runs/', read),
    /** Runs are immutable: who may write them may not delete them. Reading is needed to finish an upload. */
    'runs:write': objects(bucket, 'runs/', readAndPut),
    /** Replies that are too large for the platform; a presigned URL reads with the rights of who made it. */
    'answers:write': objects(bucket, 'answers/', readAndPut),
    'burst-objects:read': objects(bucket, 'bursts/', read),
    'burst-objects:write': objects(bucket, 'bursts/', readAndPut),
    'burst-objects:erase': objects(bucket, 'bursts/', erase),
    'burst-files:read': objects(bucket, 'files/', read),
    /** A presigned URL puts with the rights of who made it. */
    'burst-files:write': objects(bucket, 'files/', ['s3:PutObject']),
    'burst-files:erase': objects(bucket, 'files/', erase),
    'catalogue:write': items(catalogue, environment.catalogueTable, writeItems),
    'bursts:read': items(bursts, environment.burstsTable, readItems),
    'bursts:write': items(bursts, environment.burstsTable, writeItems),
    'machine:start': (fn) => {
      fn.addEnvironment(environment.stateMachineArn, machine.stateMachineArn);
      machine.grantStartExecution(fn);
    },
    /** Answers task tokens. A token names its execution, so no variable is needed. */
    'machine:respond': (fn) => roleOf(fn).attachInlinePolicy(respond),
  }) satisfies Record<Need, Grant>;

const read = ['s3:GetObject'];
const readAndPut = [...read, 's3:PutObject'];
/** The bucket keeps versions: what must be gone is deleted version by version, and HeadObject tells which one it is. */
const erase = [...read, 's3:DeleteObject', 's3:DeleteObjectVersion'];

function objects(bucket: s3.Bucket, prefix: string, actions: string[]): Grant {
  return (fn) => {
    fn.addEnvironment(environment.runsBucket, bucket.bucketName);
    fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [bucket.arnForObjects(`${prefix}*`)] }));
    fn.addToRolePolicy(listing(bucket, prefix));
    const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
    Validations.of(roleOf(fn)).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      reason: `The keys below ${prefix} are made at run time; everything else in the bucket stays closed.`,
    });
  };
}

/**
 * S3 says 404 for an object that does not exist only to those who may list the bucket; to others it says 403, and
 * a missing partial would look like a broken permission. `IfExists`, because reading an object names no prefix.
 * Source: the permissions of GetObject in the S3 API reference.
 */
const listing = (bucket: s3.Bucket, prefix: string): iam.PolicyStatement =>
  new iam.PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLikeIfExists: { 's3:prefix': `${prefix}*` } },
  });

/** No Scan: every question has a key. */
const readItems = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeItems = [...readItems, 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

function items(table: dynamodb.Table, variable: string, actions: string[]): Grant {
  return (fn) => {
    fn.addEnvironment(variable, table.tableName);
    fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [table.tableArn] }));
  };
}

function roleOf(fn: lambda.Function): iam.IRole {
  if (fn.role === undefined) throw new Error(`${fn.node.path} has no role to extend`);
  return fn.role;
}
