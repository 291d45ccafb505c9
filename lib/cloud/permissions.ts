import { Stack, Validations } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import { driveNeeds, type Need } from '../functions/needs.ts';
import { environment } from '../names/environment.ts';
import { tableKey } from '../names/key-format.ts';
import type { Functions } from './function-constructs.ts';
import type { BurstMachine } from './machines/burst-machine.ts';
import { shown } from './machines/map-machine.ts';
import { printedReference } from './nesting/nag-reference.ts';
import type { Regions } from './regions/region-permissions.ts';
import type { Schedules } from './schedules.ts';
import type { EventBus } from './work/event-bus.ts';
import type { WorkQueues } from './work/work-queues.ts';

/**
 * The stores of a deployment. In a further region only the stores that drives need are present: bursts and
 * their objects.
 */
type Stores = {
  readonly bucket: s3.IBucket;
  readonly bursts: dynamodb.ITable;
  readonly identity?: dynamodb.ITable;
  readonly repository?: dynamodb.ITable;
};

export type Granted = {
  readonly functions: Functions;
  /** The Fargate tasks that send load as the function of drives does. They get the same permissions. */
  readonly tasks?: Grantee | undefined;
  readonly storage: Stores;
  readonly machine: Pick<BurstMachine, 'respond'> & Partial<Pick<BurstMachine, 'machine' | 'stop'>>;
  readonly schedules?: Schedules;
  readonly work?: WorkQueues;
  readonly events?: EventBus;
  readonly regions?: Partial<Pick<Regions, 'release' | 'start' | 'watch' | 'stop'>>;
};

/** Grants every function the needs of `lib/functions.ts`, and nothing else. */
export function grantNeeds({ functions, tasks, storage, machine, regions = {}, ...others }: Granted): void {
  const grants = permissions(storage, machine, others, regions);
  for (const { name, needs } of functions.specs) for (const need of needs) grants[need](functions.get(name));
  if (tasks !== undefined) for (const need of driveNeeds) grants[need](tasks);
}

type Grant = (fn: lambda.Function) => void;

/** The receiver of permissions: a function, or a task that drives. */
export type Grantee = IConstruct &
  Pick<lambda.Function, 'role' | 'addToRolePolicy'> & {
    readonly addEnvironment: (name: string, value: string) => unknown;
  };

/** Gives a permission that tasks need as well as functions. */
type DriveGrant = (grantee: Grantee) => void;

/**
 * The permission for each need in `lib/functions.ts`. Granting it also sets the variable that names the
 * resource for the function.
 */
const permissions = (
  { bucket, repository, identity, bursts }: Stores,
  { machine, respond, stop }: Granted['machine'],
  { schedules, work, events }: Pick<Granted, 'schedules' | 'work' | 'events'>,
  regions: NonNullable<Granted['regions']>,
) =>
  ({
    'runs:read': objects(bucket, 'runs/*', read),
    /** Reads runs, and rewrites the index of a run, which depends only on the run. */
    'runs:index': both(objects(bucket, 'runs/*', read), objects(bucket, 'runs/*/index*', put)),
    /** Reads runs, and writes the numbers that a comparison needs, which depend only on the run. */
    'runs:measured': both(objects(bucket, 'runs/*', read), objects(bucket, 'runs/*/measured', put)),
    /** Runs are immutable. Functions that write runs have no permission to delete them. */
    'runs:write': objects(bucket, 'runs/*', put),
    /** Uploads in parts. A document that is not JSON, or that was abandoned, has no run and is deleted. */
    'runs:parts': objects(bucket, 'runs/*', read, put, parts, erase),
    /** Deletes objects of runs that have no row in the table. */
    'runs:leftovers': objects(bucket, 'runs/*', read, abort, erase),
    /** Writes the index of a document in several parts, and deletes a document that is not JSON. */
    'runs:large-index': both(
      objects(bucket, 'runs/*', read),
      objects(bucket, 'runs/*/index', put, abort),
      objects(bucket, 'runs/*/run.json', erase),
    ),
    /**
     * Deletes the old revision of a changed document, and a deleted document, when no reader can still need
     * it.
     */
    'runs:revisions': both(
      objects(bucket, 'runs/*/run*.json', read, erase),
      objects(bucket, 'runs/*/index*', erase),
      objects(bucket, 'runs/*/metadata.json', erase),
      objects(bucket, 'runs/*/histograms', erase),
      objects(bucket, 'runs/*/measured', erase),
    ),
    /** Writes datasets, below the key of their run. */
    'datasets:write': objects(bucket, 'runs/*/datasets/*', put),
    'datasets:erase': objects(bucket, 'runs/*/datasets/*', read, erase),
    /**
     * Stores replies that are too large for the platform. A presigned URL reads with the permissions of its
     * creator.
     */
    'answers:write': objects(bucket, 'answers/*', readNamed, put, abort),
    'burst-objects:read': objects(bucket, 'bursts/*', read),
    'burst-objects:write': objects(bucket, 'bursts/*', put),
    'burst-objects:erase': objects(bucket, 'bursts/*', read, erase),
    'burst-files:read': objects(bucket, 'files/*', read),
    /** A presigned URL writes with the permissions of its creator. */
    'burst-files:write': objects(bucket, 'files/*', put),
    'burst-files:erase': objects(bucket, 'files/*', read, erase),
    'repository:read': items(repository, 'repositoryTable', [
      { actions: [get, batchGet, query], keys: 'all' },
    ]),
    /**
     * One transaction writes a record together with all its entries in lists. So the permissions apply to the
     * whole table.
     */
    'repository:write': items(repository, 'repositoryTable', [
      { actions: [get, batchGet, query, putItem, update, deleteItem, check], keys: 'all' },
    ]),
    /** Creates the key that encrypts cursors. The first reply with a cursor does that. */
    'cursors:seal': items(repository, 'repositoryTable', [{ actions: [putItem], keys: ['cursor-key'] }]),
    /**
     * Every request with an API key records the use of the key. The permission covers only this attribute.
     */
    'keys:check': items(identity, 'identityTable', [
      { actions: [get], keys: ['api-keys', 'users', 'teams', 'tries'] },
      { actions: [update], keys: ['api-keys'], attributes: ['lastUsedAt'] },
      { actions: [update], keys: ['tries'] },
      // Every request for a change is recorded. One function can read the records, and no function can change
      // them.
      { actions: [putItem], keys: ['audit#*'] },
    ]),
    'passwords:check': items(identity, 'identityTable', [
      { actions: [get], keys: ['users', 'teams', 'tries'] },
      { actions: [update], keys: ['tries'] },
    ]),
    'audit:read': items(identity, 'identityTable', [{ actions: [query], keys: ['audit#*'] }]),
    'keys:first': items(identity, 'identityTable', [{ actions: [get, putItem], keys: ['api-keys'] }]),
    'keys:create': items(identity, 'identityTable', [
      { actions: [putItem], keys: ['api-keys'] },
      { actions: [update], keys: ['counters'] },
    ]),
    'keys:list': items(identity, 'identityTable', [{ actions: [query], keys: ['api-keys'] }]),
    /**
     * Renames a key. The condition of the write reads whether the key was revoked, so it needs that
     * attribute.
     */
    'keys:rename': items(identity, 'identityTable', [
      { actions: [update], keys: ['api-keys'], attributes: ['name', 'revokedAt'] },
    ]),
    'keys:revoke': items(identity, 'identityTable', [
      { actions: [update], keys: ['api-keys'], attributes: ['revokedAt'] },
    ]),
    /** Stores one-time codes that give an API key, and deletes them when they are used. */
    'keys:once': items(identity, 'identityTable', [{ actions: [putItem, deleteItem], keys: ['once'] }]),
    'users:read': items(identity, 'identityTable', [{ actions: [query], keys: ['users', 'teams'] }]),
    'users:write': items(identity, 'identityTable', [
      { actions: [putItem, deleteItem], keys: ['users', 'teams'] },
      { actions: [get, putItem], keys: ['removed-users'] },
    ]),
    /** Checks whether the key of an earlier request is still valid. */
    'keys:read': items(identity, 'identityTable', [{ actions: [get], keys: ['api-keys'] }]),
    'keys:use': items(identity, 'identityTable', [
      { actions: [update], keys: ['api-keys'], attributes: ['lastUsedAt'] },
    ]),
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
     * The entries that find a burst later: the list of all bursts, the idempotency key, the slots of the API
     * key, and the hash of the stop token.
     */
    'bursts:start': items(bursts, 'burstsTable', [
      { actions: [get, putItem], keys: ['bursts'] },
      { actions: [get, putItem], keys: ['key#*'] },
      { actions: [get, putItem, deleteItem], keys: ['request#*'] },
      { actions: [update], keys: ['*#flag#*'] },
    ]),
    /** Counts the running bursts of an API key. */
    'bursts:places': items(bursts, 'burstsTable', [{ actions: [get], keys: ['key#*'] }]),
    /** Reads and writes the conductor, and writes its decisions to the flags and starts of drives. */
    'bursts:conduct': items(bursts, 'burstsTable', [
      { actions: [get, putItem, update], keys: 'whole' },
      { actions: [get, putItem, update], keys: ['*#flag#*', '*#start#*'] },
    ]),
    /** Extends the time after which a burst stops without a sign of life from its caller. */
    'bursts:hold': items(bursts, 'burstsTable', [{ actions: [update], keys: ['*#flag#*'] }]),
    'drives:count': items(bursts, 'burstsTable', [{ actions: [putItem, update], keys: ['*#drives#*'] }]),
    'drives:lease': items(bursts, 'burstsTable', [{ actions: [get, putItem, update], keys: ['*#drives#*'] }]),
    'drives:list': items(bursts, 'burstsTable', [{ actions: [query], keys: ['*#drives#*'] }]),
    /** Reads the holders of leases, and the last reports of lost drives. */
    'drives:gather': items(bursts, 'burstsTable', [{ actions: [get], keys: ['*#drives#*', '*#live#*'] }]),
    'lives:write': items(bursts, 'burstsTable', [{ actions: [putItem, update], keys: ['*#live#*'] }]),
    'lives:list': items(bursts, 'burstsTable', [{ actions: [query], keys: ['*#live#*'] }]),
    /** Stores the snapshot and the seconds of a burst that one watcher has computed, for all watchers. */
    'lives:share': items(bursts, 'burstsTable', [
      { actions: [get, putItem, update], keys: ['*#snapshot'] },
      { actions: [get, putItem, query], keys: ['*#seconds#*'] },
    ]),
    /** Reads the available concurrency of the account. This permission of Lambda has no resource. */
    'account:read': (fn) => {
      const actions = ['lambda:GetAccountSettings'];
      fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: ['*'] }));
      const reason =
        'AWS accepts only * for this action, which reads the settings of the account. The statement allows no other action.';
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
    /**
     * Answers task tokens. A token contains the execution to which it belongs, so the function needs no
     * variable for it.
     */
    'machine:respond': (fn: Grantee) => roleOf(fn).attachInlinePolicy(respond),
    'machine:stop': (fn) => roleOf(fn).attachInlinePolicy(there(stop)),
    'scheduler:reap': (fn) => there(schedules).grantReap(fn),
    'scheduler:run': (fn) => there(schedules).grantRun(fn),
    'scheduler:delete': (fn) => there(schedules).grantDelete(fn),
    'scheduler:probe': (fn) => there(schedules).grantProbe(fn),
    'work:send': (fn) => there(work).grantSend(fn),
    'events:put': (fn) => there(events).grantPut(fn),
    /**
     * Only sets a variable and grants no permission. A function that creates events only has to know that a
     * bus exists.
     */
    'events:make': (fn) => there(events).introduce(fn),
    /** Permissions in further regions. Without further regions, this grants nothing. */
    'regions:release': attached(regions.release),
    'regions:start': attached(regions.start),
    'regions:watch': attached(regions.watch),
    'regions:stop': attached(regions.stop),
  }) satisfies Record<Need, Grant>;

type Access = { readonly actions: readonly string[]; readonly listing?: true };

/** With permission to list, S3 reports a missing object as missing, and not as forbidden. */
const read: Access = { actions: ['s3:GetObject'], listing: true };
const readNamed: Access = { actions: ['s3:GetObject'] };
const put: Access = { actions: ['s3:PutObject'] };
const abort: Access = { actions: ['s3:AbortMultipartUpload'] };
/** Lists and aborts uploads in parts. Writing and joining parts needs the permission `put`. */
const parts: Access = { actions: ['s3:ListMultipartUploadParts', 's3:AbortMultipartUpload'] };
/**
 * The bucket keeps versions, so an object is deleted version by version, and HeadObject reports the version.
 */
const erase: Access = { actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'] };

const both =
  (...grants: readonly Grant[]): Grant =>
  (fn) => {
    for (const grant of grants) grant(fn);
  };

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined)
    throw new Error('a bug in Downpour: a function needs a resource that its region does not have');
  return thing;
}

function objects(bucket: s3.IBucket, keys: string, ...accesses: readonly Access[]): DriveGrant {
  const actions = accesses.flatMap((access) => access.actions);
  return (fn) => {
    fn.addEnvironment(environment.runsBucket, bucket.bucketName);
    fn.addToRolePolicy(new iam.PolicyStatement({ actions, resources: [bucket.arnForObjects(keys)] }));
    if (accesses.some(({ listing }) => listing)) fn.addToRolePolicy(listing(bucket, keys));
    Validations.of(roleOf(fn)).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${printed(fn, bucket)}/${keys}]`,
      reason: `The names of the objects below ${keys} are made at run time. The function cannot reach other objects of the bucket.`,
    });
  };
}

/**
 * The ARN of a bucket as cdk-nag prints it. The bucket of another region is a parameter, and an existing
 * bucket has a fixed name.
 */
function printed(fn: Grantee, bucket: s3.IBucket): string {
  const own = bucket.node.defaultChild;
  if (own !== undefined) return printedReference(fn, own as s3.CfnBucket, 'Arn');
  const stack = Stack.of(bucket);
  const name = stack.resolve(bucket.bucketName);
  const text = typeof name === 'string' ? name : `<${name.Ref}>`;
  return `arn:${shown(stack.partition, 'AWS::Partition')}:s3:::${text}`;
}

/**
 * S3 answers 404 for a missing object only to callers who may list the bucket, and 403 to others, which would
 * look like a missing permission. The condition has `IfExists`, because reading an object names no prefix.
 * Source: the permissions of GetObject in the S3 API reference.
 */
const listing = (bucket: s3.IBucket, keys: string): iam.PolicyStatement =>
  new iam.PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLikeIfExists: { 's3:prefix': keys } },
  });

/** Scan is never permitted: every query has a key. */
const get = 'dynamodb:GetItem';
const query = 'dynamodb:Query';
const putItem = 'dynamodb:PutItem';
const update = 'dynamodb:UpdateItem';
const deleteItem = 'dynamodb:DeleteItem';
const batchGet = 'dynamodb:BatchGetItem';
const check = 'dynamodb:ConditionCheckItem';

type ItemAccess = {
  readonly actions: readonly string[];
  /** Partition keys. `whole`: keys that name a burst and no part of it. `all`: every key. */
  readonly keys: readonly string[] | 'whole' | 'all';
  /**
   * The permitted attributes in addition to the key. With them, a call may not return attributes. Absent: all
   * attributes.
   */
  readonly attributes?: readonly string[];
};

/**
 * Conditions as in
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html. They use
 * `ForAllValues`, because a call may name several keys or attributes, which must all be permitted.
 */
function items(
  table: dynamodb.ITable | undefined,
  variable: 'identityTable' | 'repositoryTable' | 'burstsTable',
  accesses: readonly ItemAccess[],
): DriveGrant {
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

function roleOf(fn: Grantee): iam.IRole {
  if (fn.role === undefined)
    throw new Error(`the function ${fn.node.path} has no role, so it cannot get rights: give it a role`);
  return fn.role;
}
