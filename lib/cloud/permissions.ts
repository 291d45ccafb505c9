import { Stack, Validations } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Need } from '../functions/needs.ts';
import { environment } from '../names/environment.ts';
import { tableKey } from '../names/keys.ts';
import type { Functions } from './functions.ts';
import type { BurstMachine } from './machines/burst-machine.ts';
import { shown } from './machines/map-machine.ts';
import type { Regions } from './regions/regions.ts';
import type { Schedules } from './schedules.ts';
import type { EventBus } from './work/event-bus.ts';
import type { WorkQueues } from './work/work-queues.ts';

/** Those of a deployment; a further region has drives, which know bursts and their objects alone. */
type Stores = {
  readonly bucket: s3.IBucket;
  readonly bursts: dynamodb.ITable;
  readonly identity?: dynamodb.ITable;
  readonly repository?: dynamodb.ITable;
};

export type Granted = {
  readonly functions: Functions;
  readonly storage: Stores;
  readonly machine: Pick<BurstMachine, 'respond'> & Partial<Pick<BurstMachine, 'machine' | 'stop'>>;
  readonly schedules?: Schedules;
  readonly work?: WorkQueues;
  readonly events?: EventBus;
  readonly regions?: Partial<Pick<Regions, 'start' | 'watch' | 'stop'>>;
};

/** Gives every function what `lib/functions.ts` says it needs, and nothing beside it. */
export function grantNeeds({ functions, storage, machine, regions = {}, ...others }: Granted): void {
  const grants = permissions(storage, machine, others, regions);
  for (const { name, needs } of functions.specs) for (const need of needs) grants[need](functions.get(name));
}

type Grant = (fn: lambda.Function) => void;

/** The grant behind each need. It also sets the variable that tells the function where to look. */
const permissions = (
  { bucket, repository, identity, bursts }: Stores,
  { machine, respond, stop }: Granted['machine'],
  { schedules, work, events }: Pick<Granted, 'schedules' | 'work' | 'events'>,
  regions: NonNullable<Granted['regions']>,
) =>
  ({
    'runs:read': objects(bucket, 'runs/*', read),
    /** Reads runs, and writes anew the index of one, which follows from the run. */
    'runs:index': both(objects(bucket, 'runs/*', read), objects(bucket, 'runs/*/index*', put)),
    /** Runs are immutable: who may write them may not delete them. */
    'runs:write': objects(bucket, 'runs/*', put),
    /** A document comes in parts; one that is no JSON, or that nobody wants any more, has no run and goes. */
    'runs:parts': objects(bucket, 'runs/*', read, put, parts, erase),
    /** Deletes what was written of a run that never had a row. */
    'runs:leftovers': objects(bucket, 'runs/*', read, abort, erase),
    /** Writes the index of a document in parts, and deletes one that is no JSON. */
    'runs:large-index': both(
      objects(bucket, 'runs/*', read),
      objects(bucket, 'runs/*/index', put, abort),
      objects(bucket, 'runs/*/run.json', erase),
    ),
    /** A document whose $schema was changed stays as long as somebody may read it, then its successor; one that was deleted, too. */
    'runs:revisions': both(
      objects(bucket, 'runs/*/run*.json', read, erase),
      objects(bucket, 'runs/*/index*', erase),
      objects(bucket, 'runs/*/metadata.json', erase),
      objects(bucket, 'runs/*/histograms', erase),
    ),
    /** What is made of runs, among what belongs to them. */
    'datasets:write': objects(bucket, 'runs/*/datasets/*', put),
    'datasets:erase': objects(bucket, 'runs/*/datasets/*', read, erase),
    /** Replies that are too large for the platform; a presigned URL reads with the rights of who made it. */
    'answers:write': objects(bucket, 'answers/*', readNamed, put),
    'burst-objects:read': objects(bucket, 'bursts/*', read),
    'burst-objects:write': objects(bucket, 'bursts/*', put),
    'burst-objects:erase': objects(bucket, 'bursts/*', read, erase),
    'burst-files:read': objects(bucket, 'files/*', read),
    /** A presigned URL puts with the rights of who made it. */
    'burst-files:write': objects(bucket, 'files/*', put),
    'burst-files:erase': objects(bucket, 'files/*', read, erase),
    'repository:read': items(repository, 'repositoryTable', [
      { actions: [get, batchGet, query], keys: 'all' },
    ]),
    /** One transaction writes a record with all places where it is found, so rights are given for the table as a whole. */
    'repository:write': items(repository, 'repositoryTable', [
      { actions: [get, batchGet, query, putItem, update, deleteItem, check], keys: 'all' },
    ]),
    /** The first reply with a cursor makes the key that seals it. */
    'cursors:seal': items(repository, 'repositoryTable', [{ actions: [putItem], keys: ['cursor-key'] }]),
    /** Every request with a key notes its use, and may change nothing else of it. */
    'keys:check': items(identity, 'identityTable', [
      { actions: [get], keys: ['api-keys', 'users', 'teams'] },
      { actions: [update], keys: ['api-keys'], attributes: ['lastUsedAt'] },
      { actions: [update], keys: ['tries'] },
      // Every request for a change is noted. What is noted can be read by one function, and changed by none.
      { actions: [putItem], keys: ['audit#*'] },
    ]),
    'passwords:check': items(identity, 'identityTable', [
      { actions: [get], keys: ['users', 'teams'] },
      { actions: [update], keys: ['tries'] },
    ]),
    'audit:read': items(identity, 'identityTable', [{ actions: [query], keys: ['audit#*'] }]),
    'keys:first': items(identity, 'identityTable', [{ actions: [putItem], keys: ['api-keys'] }]),
    'keys:create': items(identity, 'identityTable', [
      { actions: [putItem], keys: ['api-keys'] },
      { actions: [update], keys: ['counters'] },
    ]),
    'keys:list': items(identity, 'identityTable', [{ actions: [query], keys: ['api-keys'] }]),
    /** Its condition reads whether the key was revoked. */
    'keys:rename': items(identity, 'identityTable', [
      { actions: [update], keys: ['api-keys'], attributes: ['name', 'revokedAt'] },
    ]),
    'keys:revoke': items(identity, 'identityTable', [
      { actions: [update], keys: ['api-keys'], attributes: ['revokedAt'] },
    ]),
    'users:read': items(identity, 'identityTable', [{ actions: [query], keys: ['users', 'teams'] }]),
    'users:write': items(identity, 'identityTable', [
      { actions: [putItem, deleteItem], keys: ['users', 'teams'] },
    ]),
    /** Whether the key that somebody else once came with is still good. */
    'keys:read': items(identity, 'identityTable', [{ actions: [get], keys: ['api-keys'] }]),
    'schedules:read': items(identity, 'identityTable', [{ actions: [get], keys: ['schedules'] }]),
    'schedules:list': items(identity, 'identityTable', [{ actions: [query], keys: ['schedules'] }]),
    'schedules:write': items(identity, 'identityTable', [{ actions: [putItem], keys: ['schedules'] }]),
    'schedules:note': items(identity, 'identityTable', [
      { actions: [update], keys: ['schedules'], attributes: ['id', 'last'] },
    ]),
    'schedules:delete': items(identity, 'identityTable', [{ actions: [deleteItem], keys: ['schedules'] }]),
    'schedule-objects:read': objects(bucket, 'schedules/*', read),
    'schedule-objects:write': objects(bucket, 'schedules/*', put),
    'schedule-objects:erase': objects(bucket, 'schedules/*', read, erase),
    'bursts:read': items(bursts, 'burstsTable', [{ actions: [get], keys: 'whole' }]),
    'bursts:write': items(bursts, 'burstsTable', [{ actions: [putItem, update], keys: 'whole' }]),
    'bursts:list': items(bursts, 'burstsTable', [{ actions: [query], keys: ['bursts'] }]),
    /**
     * What a burst is found by later: the list of all, the key that its request came with, the API key that has it at work, and
     * the hash of what stops it.
     */
    'bursts:start': items(bursts, 'burstsTable', [
      { actions: [putItem], keys: ['bursts'] },
      { actions: [get, putItem], keys: ['key#*'] },
      { actions: [get, putItem, deleteItem], keys: ['request#*'] },
      { actions: [update], keys: ['*#flag#*'] },
    ]),
    /** How many bursts of an API key are at work. */
    'bursts:places': items(bursts, 'burstsTable', [{ actions: [get], keys: ['key#*'] }]),
    /** Reads and writes the conductor, and tells drives by flags and starts what it decided. */
    'bursts:conduct': items(bursts, 'burstsTable', [
      { actions: [get, putItem, update], keys: 'whole' },
      { actions: [get, putItem, update], keys: ['*#flag#*', '*#start#*'] },
    ]),
    /** The user who started a burst says that it may go on. */
    'bursts:hold': items(bursts, 'burstsTable', [{ actions: [update], keys: ['*#flag#*'] }]),
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
      const reason = 'The settings of an account have no resource, and nothing else is allowed with it.';
      Validations.of(roleOf(fn)).acknowledge(
        { id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]', reason },
        { id: 'Serverless::Serverless-LambdaStarPermissions', reason },
      );
    },
    'machine:start': (fn) => {
      const { stateMachineArn } = there(machine);
      fn.addEnvironment(environment.stateMachineArn, stateMachineArn);
      there(machine).grantStartExecution(fn);
    },
    /** Answers task tokens. A token names its execution, so no variable is needed. */
    'machine:respond': (fn) => roleOf(fn).attachInlinePolicy(respond),
    'machine:stop': (fn) => roleOf(fn).attachInlinePolicy(there(stop)),
    'scheduler:reap': (fn) => there(schedules).grantReap(fn),
    'scheduler:run': (fn) => there(schedules).grantRun(fn),
    'scheduler:delete': (fn) => there(schedules).grantDelete(fn),
    'scheduler:probe': (fn) => there(schedules).grantProbe(fn),
    'work:send': (fn) => there(work).grantSend(fn),
    'events:put': (fn) => there(events).grantPut(fn),
    /** No right: who makes events due knows that there is a bus. */
    'events:make': (fn) => there(events).introduce(fn),
    /** Drives of other regions; nothing where there are none. */
    'regions:start': attached(regions.start),
    'regions:watch': attached(regions.watch),
    'regions:stop': attached(regions.stop),
  }) satisfies Record<Need, Grant>;

type Access = { readonly actions: readonly string[]; readonly listing?: true };

/** Where a missing object is an answer. */
const read: Access = { actions: ['s3:GetObject'], listing: true };
const readNamed: Access = { actions: ['s3:GetObject'] };
const put: Access = { actions: ['s3:PutObject'] };
const abort: Access = { actions: ['s3:AbortMultipartUpload'] };
/** To put parts, and to put them together, is to put. */
const parts: Access = { actions: ['s3:ListMultipartUploadParts', 's3:AbortMultipartUpload'] };
/** The bucket keeps versions: what must be gone is deleted version by version, and HeadObject tells which one it is. */
const erase: Access = { actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'] };

const both =
  (...grants: readonly Grant[]): Grant =>
  (fn) => {
    for (const grant of grants) grant(fn);
  };

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('a function needs what is not in its region');
  return thing;
}

function objects(bucket: s3.IBucket, keys: string, ...accesses: readonly Access[]): Grant {
  const actions = accesses.flatMap((access) => access.actions);
  return (fn) => {
    fn.addEnvironment(environment.runsBucket, bucket.bucketName);
    fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [bucket.arnForObjects(keys)] }));
    if (accesses.some(({ listing }) => listing)) fn.addToRolePolicy(listing(bucket, keys));
    Validations.of(roleOf(fn)).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${printed(bucket)}/${keys}]`,
      reason: `The names below ${keys} are made at run time; everything else in the bucket stays closed.`,
    });
  };
}

/** The ARN of a bucket as the rules print it: that of another region comes as a parameter. */
function printed(bucket: s3.IBucket): string {
  const stack = Stack.of(bucket);
  const own = bucket.node.defaultChild;
  if (own !== undefined) return `<${stack.getLogicalId(own as s3.CfnBucket)}.Arn>`;
  const { Ref: parameter } = stack.resolve(bucket.bucketName);
  return `arn:${shown(stack.partition, 'AWS::Partition')}:s3:::<${parameter}>`;
}

/**
 * S3 says 404 for an object that does not exist only to those who may list the bucket; to others it says 403, and
 * a missing partial would look like a broken permission. `IfExists`, because reading an object names no prefix.
 * Source: the permissions of GetObject in the S3 API reference.
 */
const listing = (bucket: s3.IBucket, keys: string): iam.PolicyStatement =>
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
const batchGet = 'dynamodb:BatchGetItem';
const check = 'dynamodb:ConditionCheckItem';

type ItemAccess = {
  readonly actions: readonly string[];
  /** Partition keys; `whole`: those that name a burst and no part of it; `all`: every one. */
  readonly keys: readonly string[] | 'whole' | 'all';
  /** Beside the key, the only attributes that may be named, and none may be answered. Absent: all. */
  readonly attributes?: readonly string[];
};

/**
 * Conditions as in https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html: `ForAllValues`,
 * because a call may name several keys or attributes, all of which must be allowed.
 */
function items(
  table: dynamodb.ITable | undefined,
  variable: 'identityTable' | 'repositoryTable' | 'burstsTable',
  accesses: readonly ItemAccess[],
): Grant {
  return (fn) => {
    const { tableName, tableArn } = there(table);
    fn.addEnvironment(environment[variable], tableName);
    for (const { actions, keys, attributes } of accesses)
      fn.addToRolePolicy(
        new iam.PolicyStatement({
          actions: [...actions],
          resources: [tableArn],
          ...(keys === 'all' ? {} : { conditions: conditionsOf(keys, attributes) }),
        }),
      );
  };
}

function conditionsOf(keys: readonly string[] | 'whole', attributes: readonly string[] | undefined) {
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

const attached =
  (policy: iam.Policy | undefined): Grant =>
  (fn) => {
    if (policy !== undefined) roleOf(fn).attachInlinePolicy(policy);
  };

function roleOf(fn: lambda.Function): iam.IRole {
  if (fn.role === undefined) throw new Error(`${fn.node.path} has no role to extend`);
  return fn.role;
}
