import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { functions } from '../../lib/functions.ts';
import { burstKey } from '../../lib/names/burst-keys.ts';
import { identityKey } from '../../lib/names/identity-keys.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { reachedBy, type Touch } from './reach/reach.ts';
import { synthesise } from './synthesise.ts';
import { type Grant, grantsOf, resources, statementsOf } from './template.ts';

/**
 * The permissions that a command of the SDK needs. Source: the service authorization reference of each
 * service.
 */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  DeleteCommand: ['dynamodb:DeleteItem'],
  GetCommand: ['dynamodb:GetItem'],
  PutCommand: ['dynamodb:PutItem'],
  QueryCommand: ['dynamodb:Query'],
  BatchGetCommand: ['dynamodb:BatchGetItem'],
  // A transaction needs a permission for each kind of its writes.
  TransactWriteCommand: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
    (one) => `dynamodb:${one}`,
  ),
  UpdateCommand: ['dynamodb:UpdateItem'],
  // The bucket keeps versions, so an object is deleted version by version.
  DeleteObjectCommand: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
  GetObjectCommand: ['s3:GetObject'],
  HeadObjectCommand: ['s3:GetObject'],
  PutObjectCommand: ['s3:PutObject'],
  CreateMultipartUploadCommand: ['s3:PutObject'],
  UploadPartCommand: ['s3:PutObject'],
  CompleteMultipartUploadCommand: ['s3:PutObject'],
  AbortMultipartUploadCommand: ['s3:AbortMultipartUpload'],
  ListPartsCommand: ['s3:ListMultipartUploadParts'],
  DescribeExecutionCommand: ['states:DescribeExecution'],
  ListTagsForResourceCommand: ['states:ListTagsForResource'],
  GetAccountSettingsCommand: ['lambda:GetAccountSettings'],
  CreateScheduleCommand: ['scheduler:CreateSchedule', 'iam:PassRole'],
  DeleteScheduleCommand: ['scheduler:DeleteSchedule'],
  ChangeMessageVisibilityCommand: ['sqs:ChangeMessageVisibility'],
  PutEventsCommand: ['events:PutEvents'],
  SendMessageBatchCommand: ['sqs:SendMessage'],
  SendTaskSuccessCommand: ['states:SendTaskSuccess'],
  StartExecutionCommand: ['states:StartExecution'],
  StopExecutionCommand: ['states:StopExecution'],
};

/** The actions that Lambda performs with the role of a function that gets messages of a queue. */
const ofEventSource = [
  'ReceiveMessage',
  'ChangeMessageVisibility',
  'GetQueueUrl',
  'DeleteMessage',
  'GetQueueAttributes',
].map((action) => `sqs:${action}`);

/**
 * An action that the code requests from AWS, with the store and the key. In the key, `*` replaces a part that
 * varies.
 */
type Asked = { readonly action: string; readonly store?: string } & Pick<Touch, 'key' | 'attributes'>;

const tables: Readonly<Record<string, readonly [store: string, keys: Record<string, unknown>]>> = {
  objectKey: ['RunStorageBucket', objectKey],
  identityKey: ['RunStorageCatalogue', identityKey],
  burstKey: ['RunStorageBursts', burstKey],
};

const template = synthesise({ regions: 'eu-west-1' });
const reached = reachedBy(functions.map(({ name }) => `functions/${name}.ts`));

describe('each function may do what its code can ask of AWS, and no more', () => {
  for (const { name } of functions) {
    const asked = (reached.get(`functions/${name}.ts`) ?? []).flatMap(askedBy);
    const granted = grantsOf(template, name).filter(({ action }) => !action.startsWith('logs:'));

    it(`${name}: everything that it asks is granted`, () => {
      const missing = asked.filter((each) => !granted.some((grant) => covers(grant, each)));
      assert.deepEqual([...new Set(missing.map(print))], [], 'add the need in lib/functions/');
    });

    it(`${name}: everything that is granted is asked`, () => {
      const idle = granted
        .flatMap(singly)
        .filter(
          (grant) => !ofEventSource.includes(grant.action) && !asked.some((each) => covers(grant, each)),
        );
      assert.deepEqual(idle.map(print), [], 'narrow the need in lib/functions/ or lib/cloud/permissions.ts');
    });
  }

  it('finds what functions ask at all', () => {
    const all = [...reached.values()].flat().map(({ command }) => command);
    const silent = Object.keys(actionsOf).filter((command) => !all.includes(command));
    assert.deepEqual(silent, []);
    const asking = functions.filter(({ name }) => reached.get(`functions/${name}.ts`)?.length === 0);
    assert.deepEqual(
      asking.map(({ name }) => name),
      ['api/openapi', 'api/pages', 'api/config'],
    );
  });
});

describe('permissions whose form matters', () => {
  it('answer tokens of the machine and of the children of its maps, where every token is issued', () => {
    const respond = grantsOf(template, 'driver/await-start').filter(({ action }) =>
      action.startsWith('states:Send'),
    );
    assert.deepEqual(
      respond.map(({ action, resource }) => `${action} ${resource}`).sort(),
      ['', '/*'].map((children) => `states:SendTaskSuccess BurstMachineEA83D9E8${children}`),
    );
  });

  it('let a request note the use of its key, and change nothing else of any key', () => {
    const [noted, ...others] = statementsOf(template, 'api/run-get').filter(({ Action }) =>
      [Action].flat().includes('dynamodb:UpdateItem'),
    );
    // The function also counts wrong passwords in the partition `tries`, so its permission includes that key.
    const tries = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'tries' } };
    assert.deepEqual(
      others.map(({ Condition }) => JSON.stringify(Condition).replace(/[[\]]/g, '')),
      [JSON.stringify(tries)],
    );
    assert.deepEqual(noted?.Condition, {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['api-keys'] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'lastUsedAt'] },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    });
  });

  it('let the conductor reach a burst and the signals for its drives, but not the measurements of drives', () => {
    const open = grantsOf(template, 'driver/await-start').filter(({ resource }) =>
      resource.startsWith('RunStorageBursts'),
    );
    const reach = (key: string) =>
      open.some((grant) => covers(grant, { action: 'dynamodb:PutItem', store: 'RunStorageBursts', key }));
    const keys = [
      'b-20261122-101112-abcd',
      'b#flag#0',
      'b#start#1',
      'b#drives#1#2',
      'b#live#3',
      'bursts',
      'request#u',
    ];
    assert.deepEqual(keys.filter(reach), keys.slice(0, 3));
  });

  it('put the logs that services write where they do not fill the policy of the account', () => {
    const logs = resources(template).filter(([, { Type }]) => Type === 'AWS::Logs::LogGroup');
    const owned = resources(template).map(([, { Properties }]) => Properties?.LoggingConfig?.LogGroup?.Ref);
    const vended = logs.filter(([id]) => !owned.includes(id));
    assert.ok(vended.length >= 2);
    for (const [id, { Properties }] of vended)
      assert.match(JSON.stringify(Properties.LogGroupName ?? ''), /\/aws\/vendedlogs\//, id);
  });
});

describe('a permission', () => {
  const identity: Grant = {
    action: 'dynamodb:GetItem',
    resource: 'RunStorageCatalogue6583CFC5',
    keys: ['runs'],
  };
  const asked = { action: 'dynamodb:GetItem', store: 'RunStorageCatalogue' };

  it('covers only its action, its store, its keys and its attributes', () => {
    assert.equal(covers(identity, { ...asked, key: 'runs' }), true);
    assert.equal(covers(identity, { ...asked, key: 'api-keys' }), false);
    assert.equal(covers(identity, { ...asked, store: 'RunStorageBursts', key: 'runs' }), false);
    assert.equal(covers(identity, { ...asked, action: 'dynamodb:PutItem', key: 'runs' }), false);
    const narrow: Grant = { ...identity, attributes: ['pk', 'lastUsedAt'] };
    assert.equal(covers(narrow, { ...asked, key: 'runs', attributes: ['lastUsedAt'] }), true);
    assert.equal(covers(narrow, { ...asked, key: 'runs', attributes: ['pk', 'revokedAt'] }), false);
    assert.equal(covers(narrow, { ...asked, key: 'runs' }), false, 'attributes that are not known');
    const whole: Grant = { ...identity, keys: ['*'], except: ['*#*', 'bursts'] };
    assert.equal(covers(whole, { ...asked, key: '*' }), true);
    assert.equal(covers(whole, { ...asked, key: '*#flag#*' }), false);
    const index: Grant = { action: 's3:PutObject', resource: 'RunStorageBucket43D7E758/runs/*/index' };
    const put = { action: 's3:PutObject', store: 'RunStorageBucket' };
    assert.equal(covers(index, { ...put, key: 'runs/*/index' }), true);
    assert.equal(covers(index, { ...put, key: 'runs/*/run.json' }), false);
  });
});

function askedBy({ command, key, mindsAbsence, attributes }: Touch): Asked[] {
  const actions = actionsOf[command];
  assert.ok(
    actions,
    `name the permission of ${command} in this test, and grant it in lib/cloud/permissions.ts`,
  );
  if (key === undefined) return actions.map((action) => ({ action }));
  if (key === 'repositoryTable') return actions.map((action) => ({ action, store: 'RunStorageRepository' }));
  const [table = '', member = ''] = key.split('.');
  const [store, keys] = tables[table] ?? assert.fail(`${table} names no store`);
  const place = partitionOf(keys[member], table === 'objectKey');
  // This key is the prefix of a sort key in a permitted partition, so it needs no further permission.
  if (place === undefined) return [];
  // S3 answers 404 for a missing object only to a role with the permission to list. Other roles get 403, as
  // for a forbidden object.
  const listing = mindsAbsence && actions.includes('s3:GetObject') ? ['s3:ListBucket'] : [];
  return [...actions, ...listing].map((action) => ({
    action,
    store,
    key: place,
    ...(attributes && { attributes }),
  }));
}

/**
 * The object key or the partition key that a function of lib/store/names makes. `*` replaces each of its
 * arguments.
 */
function partitionOf(member: unknown, isObject: boolean): string | undefined {
  const made: unknown =
    typeof member === 'function' ? member(...Array.from({ length: member.length }, () => '*')) : member;
  const key = isObject ? (made as string) : (made as { pk?: string }).pk;
  return key?.replaceAll('NaN', '*');
}

function covers(grant: Grant, asked: Asked): boolean {
  if (!same(grant, asked)) return false;
  if (asked.store === undefined || asked.key === undefined) return true;
  const [place = '', ...path] = grant.resource.split('/');
  if (!place.startsWith(asked.store)) return false;
  const patterns = grant.keys ?? (path.length > 0 ? [path.join('/')] : ['*']);
  const { key } = asked;
  return (
    (grant.attributes === undefined ||
      asked.attributes?.every((name) => grant.attributes?.includes(name)) === true) &&
    patterns.some((pattern) => matches(pattern, key)) &&
    !grant.except?.some((pattern) => matches(pattern, key))
  );
}

/**
 * True when the permission covers the requested action. On the table of bursts, a permission to put an item
 * also allows an update, because both can write any attribute. On the table of the repository, a permission
 * to read one item also allows reads of several items, and the same holds for writes.
 */
function same(grant: Grant, { action, store }: Asked): boolean {
  const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
  if (store === 'RunStorageRepository' && grant.resource.startsWith(store))
    return isRead(grant.action) === isRead(action);
  if (!grant.resource.startsWith('RunStorageBursts')) return grant.action === action;
  return grant.action === action || (writes.includes(grant.action) && writes.includes(action));
}

const isRead = (action: string): boolean => /^dynamodb:(Get|BatchGet|Query)/.test(action);

function matches(pattern: string, key: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(key);
}

/** Divides a grant with several keys into grants with one key each. */
function singly(grant: Grant): Grant[] {
  return grant.keys === undefined ? [grant] : grant.keys.map((key) => ({ ...grant, keys: [key] }));
}

function print(each: Asked | Grant): string {
  if ('resource' in each) return `${each.action} on ${each.resource} ${each.keys?.join(',') ?? ''}`.trim();
  return `${each.action} on ${each.store ?? 'any'} ${each.key ?? ''}`.trim();
}
