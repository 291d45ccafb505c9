import { Stack, Validations } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { type FunctionSpec, type Need, functions as specs } from '../functions.ts';
import { environment, tableKey } from '../store/names.ts';
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
const permissions = ({ bucket, catalogue, bursts }: RunStorage, { machine, respond, stop }: BurstMachine) =>
  ({
    'runs:read': objects(bucket, 'runs/*', read),
    /** Reads runs, and writes anew the index of one, which follows from the run. */
    'runs:index': both(objects(bucket, 'runs/*', read), objects(bucket, 'runs/*/index', put)),
    /** Runs are immutable: who may write them may not delete them. */
    'runs:write': objects(bucket, 'runs/*', put),
    /** Replies that are too large for the platform; a presigned URL reads with the rights of who made it. */
    'answers:write': objects(bucket, 'answers/*', readNamed, put),
    'burst-objects:read': objects(bucket, 'bursts/*', read),
    'burst-objects:write': objects(bucket, 'bursts/*', put),
    'burst-objects:erase': objects(bucket, 'bursts/*', read, erase),
    'burst-files:read': objects(bucket, 'files/*', read),
    /** A presigned URL puts with the rights of who made it. */
    'burst-files:write': objects(bucket, 'files/*', put),
    'burst-files:erase': objects(bucket, 'files/*', read, erase),
    'catalogue:read': items(catalogue, 'catalogueTable', [{ actions: [get], keys: ['runs'] }]),
    'catalogue:list': items(catalogue, 'catalogueTable', [{ actions: [query], keys: ['runs'] }]),
    'catalogue:find': items(catalogue, 'catalogueTable', [{ actions: [get], keys: ['tests', 'test-names'] }]),
    'catalogue:write': items(catalogue, 'catalogueTable', [
      { actions: [putItem], keys: ['runs', 'tests', 'test-names', 'idempotency#*'] },
      { actions: [get], keys: ['idempotency#*'] },
      { actions: [update], keys: ['counters'] },
      { actions: [deleteItem], keys: ['tests'] },
    ]),
    /** Every request with a key notes its use, and may change nothing else of it. */
    'keys:check': items(catalogue, 'catalogueTable', [
      { actions: [get], keys: ['api-keys'] },
      { actions: [update], keys: ['api-keys'], attributes: ['lastUsedAt'] },
    ]),
    'keys:first': items(catalogue, 'catalogueTable', [{ actions: [putItem], keys: ['api-keys'] }]),
    'keys:create': items(catalogue, 'catalogueTable', [
      { actions: [putItem], keys: ['api-keys'] },
      { actions: [update], keys: ['counters'] },
    ]),
    'keys:list': items(catalogue, 'catalogueTable', [{ actions: [query], keys: ['api-keys'] }]),
    'keys:revoke': items(catalogue, 'catalogueTable', [
      { actions: [update], keys: ['api-keys'], attributes: ['revokedAt'] },
    ]),
    'bursts:read': items(bursts, 'burstsTable', [{ actions: [get], keys: 'whole' }]),
    'bursts:write': items(bursts, 'burstsTable', [{ actions: [putItem, update], keys: 'whole' }]),
    'bursts:list': items(bursts, 'burstsTable', [{ actions: [query], keys: ['bursts'] }]),
    /** What a burst is found by later: the list of all, the key that its request came with, and the hash of what stops it. */
    'bursts:start': items(bursts, 'burstsTable', [
      { actions: [putItem], keys: ['bursts'] },
      { actions: [get, putItem, deleteItem], keys: ['request#*'] },
      { actions: [update], keys: ['*#flag#*'] },
    ]),
    /** Reads and writes the conductor, and tells drives by flags and starts what it decided. */
    'bursts:conduct': items(bursts, 'burstsTable', [
      { actions: [get, putItem, update], keys: 'whole' },
      { actions: [get, putItem, update], keys: ['*#flag#*', '*#start#*'] },
    ]),
    'drives:count': items(bursts, 'burstsTable', [{ actions: [putItem, update], keys: ['*#drives#*'] }]),
    'drives:lease': items(bursts, 'burstsTable', [{ actions: [get, putItem, update], keys: ['*#drives#*'] }]),
    'drives:list': items(bursts, 'burstsTable', [{ actions: [query], keys: ['*#drives#*'] }]),
    /** Who held each lease, and what a drive that was lost said last. */
    'drives:gather': items(bursts, 'burstsTable', [{ actions: [get], keys: ['*#drives#*', '*#live#*'] }]),
    'lives:write': items(bursts, 'burstsTable', [{ actions: [putItem, update], keys: ['*#live#*'] }]),
    'lives:list': items(bursts, 'burstsTable', [{ actions: [query], keys: ['*#live#*'] }]),
    /** Who watches leaves what was added up for others who watch. */
    'lives:share': items(bursts, 'burstsTable', [{ actions: [get, putItem, update], keys: ['*#snapshot'] }]),
    /** How much of the account's concurrency is left; Lambda takes no resource for it. */
    'account:read': (fn) => {
      const actions = ['lambda:GetAccountSettings'];
      fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: ['*'] }));
      Validations.of(roleOf(fn)).acknowledge({
        id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
        reason: 'The settings of an account have no resource, and nothing else is allowed with it.',
      });
    },
    'machine:start': (fn) => {
      fn.addEnvironment(environment.stateMachineArn, machine.stateMachineArn);
      machine.grantStartExecution(fn);
    },
    /** Answers task tokens. A token names its execution, so no variable is needed. */
    'machine:respond': (fn) => roleOf(fn).attachInlinePolicy(respond),
    'machine:stop': (fn) => roleOf(fn).attachInlinePolicy(stop),
  }) satisfies Record<Need, Grant>;

type Access = { readonly actions: readonly string[]; readonly listing?: true };

/** Where a missing object is an answer. */
const read: Access = { actions: ['s3:GetObject'], listing: true };
const readNamed: Access = { actions: ['s3:GetObject'] };
const put: Access = { actions: ['s3:PutObject'] };
/** The bucket keeps versions: what must be gone is deleted version by version, and HeadObject tells which one it is. */
const erase: Access = { actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'] };

const both =
  (...grants: readonly Grant[]): Grant =>
  (fn) => {
    for (const grant of grants) grant(fn);
  };

function objects(bucket: s3.Bucket, keys: string, ...accesses: readonly Access[]): Grant {
  const actions = accesses.flatMap((access) => access.actions);
  return (fn) => {
    fn.addEnvironment(environment.runsBucket, bucket.bucketName);
    fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [bucket.arnForObjects(keys)] }));
    if (accesses.some(({ listing }) => listing)) fn.addToRolePolicy(listing(bucket, keys));
    const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
    Validations.of(roleOf(fn)).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${keys}]`,
      reason: `The names below ${keys} are made at run time; everything else in the bucket stays closed.`,
    });
  };
}

/**
 * S3 says 404 for an object that does not exist only to those who may list the bucket; to others it says 403, and
 * a missing partial would look like a broken permission. `IfExists`, because reading an object names no prefix.
 * Source: the permissions of GetObject in the S3 API reference.
 */
const listing = (bucket: s3.Bucket, keys: string): iam.PolicyStatement =>
  new iam.PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLikeIfExists: { 's3:prefix': keys } },
  });

/** No Scan: every question has a key. */
const get = 'dynamodb:GetItem';
const query = 'dynamodb:Query';
const putItem = 'dynamodb:PutItem';
const update = 'dynamodb:UpdateItem';
const deleteItem = 'dynamodb:DeleteItem';

type ItemAccess = {
  readonly actions: readonly string[];
  /** Partition keys; `whole`: those that name a burst and no part of it. */
  readonly keys: readonly string[] | 'whole';
  /** Beside the key, the only attributes that may be named, and none may be answered. Absent: all. */
  readonly attributes?: readonly string[];
};

/**
 * Conditions as in https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html: `ForAllValues`,
 * because a call may name several keys or attributes, all of which must be allowed.
 */
function items(
  table: dynamodb.Table,
  variable: 'catalogueTable' | 'burstsTable',
  accesses: readonly ItemAccess[],
): Grant {
  return (fn) => {
    fn.addEnvironment(environment[variable], table.tableName);
    for (const { actions, keys, attributes } of accesses)
      fn.addToRolePolicy(
        new iam.PolicyStatement({
          actions: [...actions],
          resources: [table.tableArn],
          conditions: conditionsOf(keys, attributes),
        }),
      );
  };
}

function conditionsOf(keys: ItemAccess['keys'], attributes: readonly string[] | undefined) {
  const leading =
    keys === 'whole'
      ? { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': ['*#*', 'bursts'] } }
      : { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
  if (attributes === undefined) return leading;
  const named = [tableKey.partition, tableKey.sort, ...attributes];
  return {
    ...leading,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': named },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
  };
}

function roleOf(fn: lambda.Function): iam.IRole {
  if (fn.role === undefined) throw new Error(`${fn.node.path} has no role to extend`);
  return fn.role;
}
