import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { type BucketFacts, bucketProblems, readBucket } from '../../../lib/store/adopted/bucket.ts';
import {
  type ExpectedTable,
  readTable,
  type TableFacts,
  tableProblems,
} from '../../../lib/store/adopted/table.ts';

/** A deployment uses an existing store only when the store is as safe as one of its own. */

const expected: ExpectedTable = { region: 'eu-central-1', expiry: 'goneAt', isKept: true };

const bucket: BucketFacts = {
  region: 'eu-central-1',
  keepsVersions: true,
  isPrivate: true,
  deniesPlain: true,
  servesPages: true,
  expiring: ['bursts/', 'answers/', 'files/', 'more/'],
};

/** A client whose calls have these replies, by the names of their commands. */
const answering = (replies: Readonly<Record<string, object>>, sent: object[] = []) =>
  ({
    send: async (command: { readonly input: object }) => {
      sent.push(command.input);
      return replies[command.constructor.name] ?? {};
    },
  }) as unknown as S3Client & DynamoDBClient;

describe('an existing bucket', () => {
  it('is in the region that its location means', async () => {
    for (const [LocationConstraint, region] of [
      [undefined, 'us-east-1'],
      ['', 'us-east-1'],
      ['EU', 'eu-west-1'],
      ['eu-central-1', 'eu-central-1'],
    ]) {
      const client = answering({ GetBucketLocationCommand: { LocationConstraint } });
      assert.equal((await readBucket(client, 'b'))?.region, region);
    }
  });

  it('that does not exist has no settings, and any other error is reported', async () => {
    const failing = (name: string) => {
      const error = Object.assign(new Error(name), { name });
      return { send: () => Promise.reject(error) } as unknown as S3Client;
    };
    assert.equal(await readBucket(failing('NoSuchBucket'), 'b'), undefined);
    await assert.rejects(readBucket(failing('AccessDenied'), 'b'), { name: 'AccessDenied' });
  });

  it('fits with the settings that a deployment makes', () => {
    assert.deepEqual(bucketProblems('b', bucket, expected), []);
    const encrypted = { ...bucket, key: 'arn:key' };
    assert.deepEqual(bucketProblems('b', encrypted, { ...expected, key: 'arn:key' }), []);
  });

  const broken: readonly [Partial<BucketFacts>, RegExp][] = [
    [
      { region: 'us-east-1' },
      /^bucket b is in us-east-1, but must be in the region of the stage, eu-central-1$/,
    ],
    [
      { keepsVersions: false },
      /keeps no versions of objects; switch them on: aws s3api put-bucket-versioning --bucket b/,
    ],
    [{ isPrivate: false }, /may be public; block that: aws s3api put-public-access-block/],
    [{ deniesPlain: false }, /without TLS.*aws:SecureTransport/],
    [{ servesPages: false }, /no CORS rule that allows PUT/],
    [{ expiring: ['answers/'] }, /keeps bursts\/ .* 30 days\) and files\/ .* without a limit$/],
    [{ key: 'arn:key' }, /encrypted with arn:key.*kmsKeyArn/],
  ];
  for (const [facts, problem] of broken)
    it(`is refused with ${JSON.stringify(facts)}`, () => {
      const found = bucketProblems('b', { ...bucket, ...facts }, expected);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', problem);
    });

  it('that does not exist is one problem, and all other problems come at once', () => {
    assert.deepEqual(bucketProblems('b', undefined, expected), ['bucket b does not exist in this account']);
    const worst = { ...bucket, keepsVersions: false, isPrivate: false, expiring: [] };
    assert.equal(bucketProblems('b', worst, expected).length, 3);
  });
});

const table: TableFacts = {
  isActive: true,
  keys: 'pk:HASH:S sk:RANGE:S',
  isOnDemand: true,
  isProtected: true,
  hasHistory: true,
  expiry: 'goneAt',
  format: 1,
};

describe('an existing table', () => {
  it('has its key, and the first format unless an item has another', async () => {
    const types = ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
    const Table = {
      AttributeDefinitions: types,
      KeySchema: ['HASH', 'RANGE'].map((KeyType, n) => ({ ...types[n], KeyType })),
      SSEDescription: { KMSMasterKeyArn: 'arn:key' },
    };
    const read = (item: object, sent?: object[]) =>
      readTable(answering({ DescribeTableCommand: { Table }, GetItemCommand: item }, sent), 't');
    const off = { isActive: false, isOnDemand: false, isProtected: false, hasHistory: false };
    const { keys, format } = table;
    assert.deepEqual(await read({}), { ...off, keys, key: 'arn:key', format, expiry: undefined });
    const sent: object[] = [];
    assert.equal((await read({ Item: { format: { N: '2' } } }, sent))?.format, 2);
    assert.deepEqual(sent.at(-1), { TableName: 't', Key: { pk: { S: 'format' }, sk: { S: 'format' } } });
  });

  it('has the settings that AWS reports, and expires items unless that is off', async () => {
    const Table = {
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      DeletionProtectionEnabled: true,
    };
    const history = { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' } };
    for (const [TimeToLiveStatus, expiry] of [
      ['ENABLED', 'goneAt'],
      ['ENABLING', 'goneAt'],
      ['DISABLED', undefined],
    ]) {
      const client = answering({
        DescribeTableCommand: { Table },
        DescribeContinuousBackupsCommand: { ContinuousBackupsDescription: history },
        DescribeTimeToLiveCommand: {
          TimeToLiveDescription: { TimeToLiveStatus, AttributeName: 'goneAt' },
        },
      });
      assert.deepEqual(await readTable(client, 't'), { ...table, keys: '', key: undefined, expiry });
    }
  });

  it('fits with the settings that a deployment makes, and needs no history for data that is discarded', () => {
    assert.deepEqual(tableProblems('t', table, expected), []);
    const plain = { ...table, isProtected: false, hasHistory: false };
    assert.deepEqual(tableProblems('t', plain, { ...expected, isKept: false }), []);
  });

  const broken: readonly [Partial<TableFacts>, RegExp][] = [
    [{ keys: 'id:HASH:S' }, /^table t has the keys id:HASH:S, not pk:HASH:S sk:RANGE:S$/],
    [{ isActive: false }, /not active yet/],
    [{ format: 2 }, /format 2, and this version reads format 1/],
    [
      { isOnDemand: false },
      /fixed capacity; change that: aws dynamodb update-table --region eu-central-1 --table-name t/,
    ],
    [
      { expiry: undefined },
      /expires no item; change that: aws dynamodb update-time-to-live .*AttributeName=goneAt$/,
    ],
    [{ expiry: 'expiresAt' }, /expires items by expiresAt/],
    [{ hasHistory: false }, /keeps no history; switch that on: aws dynamodb update-continuous-backups/],
    [{ isProtected: false }, /deleted by mistake.*--deletion-protection-enabled/],
    [{ key: 'arn:key' }, /encrypted with arn:key.*kmsKeyArn/],
  ];
  for (const [facts, problem] of broken)
    it(`is refused with ${JSON.stringify(facts)}`, () => {
      const found = tableProblems('t', { ...table, ...facts }, expected);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', problem);
    });

  it('that is missing is one problem', () =>
    assert.deepEqual(tableProblems('t', undefined, expected), ['table t does not exist in eu-central-1']));
});
