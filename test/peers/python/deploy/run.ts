/**
 * Deploys two stages to AWS as moto simulates it, with the commands of a user: an account without a
 * bootstrap, a first deployment, a second one without changes, a difference, one more option, another name,
 * the construct of the package in an app of its own, another stage, and the deletion of all. Run it with `npm
 * run test:peers -- --only python`. The features that moto lacks are listed below, and no other failure is
 * excused.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketPolicyCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { bundleCdk } from '../../../../lib/bundle/cdk.ts';
import { objectExpiry } from '../../../../lib/facts/retention.ts';
import { functions } from '../../../../lib/functions.ts';
import { synthesise } from '../../../cloud/synthesise.ts';
import { linkCdk } from '../../../package/cdk-app.ts';
import { npm as onPackage } from '../../../package/packed.ts';
import { prepare } from '../../../runner/prepare.ts';
import { startMoto } from '../moto-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');

/**
 * Types of resources that moto 5.2.5 silently leaves out of a stack. Remove a type from this list when moto
 * supports it.
 */
const unknownToMoto = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudWatch::Alarm',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
];

const sandbox = ['--data', 'discard', '--dashboard', 'false'];

await using moto = await startMoto();
const folder = await mkdtemp(join(tmpdir(), 'downpour-drill-'));
try {
  await drill();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function drill(): Promise<void> {
  // The deployment has no dashboard, because a dashboard names alarms, which moto does not create.
  const first = await npm(
    'deploy',
    '--stage',
    'drill',
    ...['--targets', 'a.example.com'],
    ...sandbox,
    ...['--yes', '--bootstrap'],
    '--json',
  );
  assert.match(first.err, /Has the environment been bootstrapped/, 'the account was prepared already');
  assert.match(first.err, /\d+ functions/);
  const { account, region, stack } = JSON.parse(first.out);
  assert.deepEqual(
    { account, region, stack },
    { account: '123456789012', region: 'eu-central-1', stack: 'downpour-drill' },
  );
  said('prepares the account, as asked, then deploys');

  await resourcesAreThere('downpour-drill', { data: 'discard', dashboard: false });
  said('makes every resource that moto knows');

  const second = await npm('deploy', '--stage', 'drill', '--yes');
  assert.match(second.err, /no changes/);
  assert.doesNotMatch(second.err, /Bootstrapping/);
  said('changes nothing the second time');

  const same = await npm('deploy', '--stage', 'drill', '--dry-run');
  assert.match(same.err, /Number of stacks with differences: 0/);
  const more = await npm('deploy', '--stage', 'drill', '--owner', 'team', '--dry-run');
  assert.match(more.err, /Number of stacks with differences: [1-9]/);
  assert.deepEqual(await options('drill'), { dashboard: 'false', data: 'discard', targets: 'a.example.com' });
  said('shows no difference, and one for an option more, without remembering it');

  // Moto 5.2.5 cannot change a stack by a change set ("Stack with id cdk-deploy-change-set does not exist",
  // or a 500). So the second deployment, which has no changes, shows that the options of the first one were
  // kept.
  const template = await moto.ask('cloudformation', 'GetTemplate', { StackName: 'downpour-drill' });
  assert.match(template, /DOWNPOUR_TARGETS[^,}]*a\.example\.com/);

  const renamed = await ends(['deploy', '--stage', 'drill', '--stack', 'load-tests', '--yes']);
  assert.notEqual(renamed.status, 0);
  assert.match(renamed.err, /downpour-drill/);
  said('refuses another name for the stack of a stage');

  await ownApp();

  // Moto 5.2.5 deploys no private API: it leaves out the document of a REST API, and then refuses a
  // deployment of it ("doesn't contain any methods"). It deploys no firewall either: it knows no
  // distribution, and refuses a stack that reads its name.
  const beside = ['--targets', 'b.example.com', '--dashboard', 'false'];
  const other = await npm('deploy', '--stage', 'other', ...beside, '--yes');
  assert.match(other.out, /Stage other is up/);
  const destroyed = await npm('destroy', '--stage', 'drill', '--yes');
  assert.match(destroyed.out, /and all runs, keys and logs\.[\s\S]*Keeps nothing/);
  assert.deepEqual(await stacks(), ['CDKToolkit', 'downpour-other']);
  const left = await storesOf('downpour-other');
  const kept = await npm('destroy', '--stage', 'other', '--yes', '--json');
  assert.deepEqual(JSON.parse(kept.out).kept.resources['AWS::DynamoDB::Table'], 3);
  assert.deepEqual(await stacks(), ['CDKToolkit']);
  assert.deepEqual(await options('other'), { dashboard: 'false', targets: 'b.example.com' });
  said('destroys one stage and leaves the other, then that one, and says what is kept');
  await takeUp(left);
}

/**
 * Deploys the construct of the packed package in an app of its own. Moto creates no aliases, so grants are
 * not tested.
 */
async function ownApp(): Promise<void> {
  const app = join(folder, 'app');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{}');
  await onPackage(['install', '--silent', await packed()], app);
  linkCdk(app);
  const program = `
    const { App, Stack } = require('aws-cdk-lib');
    const { Downpour } = require('downpour/cdk');
    const stack = new Stack(new App(), 'own-app');
    new Downpour(stack, 'Load', { targets: 'a.example.com', dashboard: false });`;
  await writeFile(join(app, 'app.cjs'), program);
  await cdk(app, 'deploy', '--app', 'node app.cjs', '--require-approval', 'never');
  const made = await moto.ask('cloudformation', 'DescribeStackResources', { StackName: 'own-app' });
  for (const id of ['LoadRunStorageBucket', 'LoadFunctionsDriverDriveFunction'])
    assert.ok(made.includes(`<LogicalResourceId>${id}`), id);
  await cdk(app, 'destroy', '--app', 'node app.cjs', '--force');
  said('deploys the construct of the packed file in an app of its own');
}

/**
 * Packs this clone with the bundles that it already has. test/package.test.ts checks that `npm pack` builds
 * them.
 */
async function packed(): Promise<string> {
  await Promise.all([prepare(), bundleCdk(join(root, 'dist', 'cdk'))]);
  const { stdout } = await onPackage(
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    root,
  );
  return join(folder, stdout.trim());
}

/** Runs the command line of the CDK in a folder. */
async function cdk(cwd: string, ...args: readonly string[]): Promise<void> {
  const bin = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk');
  await run(process.execPath, [bin, ...args, '--no-notices', '--ci'], { cwd, env: moto.environment });
}

/**
 * A stage uses the stores that an earlier stack left, and its repository table as it was restored from its
 * history.
 */
async function takeUp({ bucket, repository, identity }: Awaited<ReturnType<typeof storesOf>>): Promise<void> {
  const [s3, dynamo] = clients();
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'runs/1/run.json', Body: '{}' }));
  const row = { pk: { S: 'run#0000000001' }, sk: { S: 'run' } };
  await dynamo.send(new PutItemCommand({ TableName: repository, Item: row }));
  const TableName = 'restored';
  await dynamo.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: repository,
      TargetTableName: TableName,
      UseLatestRestorableTime: true,
      BillingModeOverride: 'PAY_PER_REQUEST',
    }),
  );
  const stores = ['--bucket', bucket, '--repository-table', TableName, '--identity-table', identity];
  const flags = [...stores, '--dashboard', 'false', '--yes'];
  const refused = await ends(['deploy', '--stage', 'other', ...flags]);
  assert.notEqual(refused.status, 0);
  // Moto creates no policies of buckets, so the bucket lacks the policy that requires TLS.
  for (const problem of [
    'bucket \\S+ accepts connections without TLS',
    'expires no item',
    'keeps no history',
  ])
    assert.match(refused.err, new RegExp(problem));
  assert.deepEqual(await stacks(), ['CDKToolkit']);
  said('refuses stores that do not fit, with all problems at once');

  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: `arn:aws:s3:::${bucket}/*`,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ],
  });
  await s3.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  await mendBucket(s3, bucket);
  await mendTable(dynamo, TableName, 'expiresAt');
  await mendTable(dynamo, identity, 'goneAt');
  await npm('deploy', '--stage', 'other', ...flags);
  assert.deepEqual(await storesOf('downpour-other'), { bucket: '', repository: '', identity: '' });
  await npm('destroy', '--stage', 'other', '--yes');
  // Moto applies the Deny of the policy to all connections.
  await s3.send(new DeleteBucketPolicyCommand({ Bucket: bucket }));
  await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'runs/1/run.json' }));
  assert.ok((await dynamo.send(new GetItemCommand({ TableName, Key: row }))).Item);
  said('takes up what a stage has left and a restored table, and leaves both when it is destroyed');
}

/**
 * Moto creates a bucket without most of its settings. The message of the deployment names each missing
 * setting, and this function makes it.
 */
async function mendBucket(s3: S3Client, Bucket: string): Promise<void> {
  const isOn = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  await s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: isOn }));
  const CORSRules = [{ AllowedMethods: ['GET', 'PUT'], AllowedOrigins: ['*'] }];
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  const Rules = objectExpiry.map(({ prefix, days }) => ({
    ID: prefix,
    Status: 'Enabled' as const,
    Filter: { Prefix: prefix },
    Expiration: { Days: days },
  }));
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
}

async function mendTable(dynamo: DynamoDBClient, TableName: string, AttributeName: string): Promise<void> {
  const expiry = { Enabled: true, AttributeName };
  await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: expiry }));
  const history = { PointInTimeRecoveryEnabled: true };
  await dynamo.send(
    new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification: history }),
  );
  const safe = { DeletionProtectionEnabled: true, BillingMode: 'PAY_PER_REQUEST' as const };
  await dynamo.send(new UpdateTableCommand({ TableName, ...safe }));
}

/** The names of the stores of a stage. Moto has no outputs of a stack. */
async function storesOf(stack: string) {
  const answer = await moto.ask('cloudformation', 'DescribeStackResources', { StackName: stack });
  const named = [...answer.matchAll(/<member>([\s\S]*?)<\/member>/g)].map(([, member = '']) => ({
    id: /<LogicalResourceId>([^<]+)/.exec(member)?.[1] ?? '',
    name: /<PhysicalResourceId>([^<]+)/.exec(member)?.[1] ?? '',
  }));
  const nameOf = (id: RegExp): string => named.find((each) => id.test(each.id))?.name ?? '';
  return {
    bucket: nameOf(/^RunStorageBucket[0-9A-F]{8}$/),
    repository: nameOf(/^RunStorageRepository/),
    identity: nameOf(/^RunStorageCatalogue/),
  };
}

function clients(): [S3Client, DynamoDBClient] {
  const common = {
    endpoint: moto.url,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'drill', secretAccessKey: 'drill' },
  };
  return [new S3Client({ ...common, forcePathStyle: true }), new DynamoDBClient(common)];
}

async function resourcesAreThere(stack: string, props: Parameters<typeof synthesise>[0]): Promise<void> {
  const wanted = Object.values(synthesise(props).toJSON().Resources as Record<string, { Type: string }>);
  const parts = (await allStacks()).filter((name) => name.startsWith(stack));
  assert.equal(parts.length, 3, 'the main stack and two nested stacks');
  const answers = await Promise.all(
    parts.map((name) => moto.ask('cloudformation', 'DescribeStackResources', { StackName: name })),
  );
  const types = [...answers.join('').matchAll(/<ResourceType>([^<]+)</g)].map(([, type]) => type);
  const made = new Set(types);
  const left = new Set(wanted.map(({ Type }) => Type).filter((type) => !made.has(type)));
  assert.deepEqual([...left].sort(), unknownToMoto);
  const count = types.filter((type) => type === 'AWS::Lambda::Function').length;
  assert.ok(count >= functions.length, `${count} functions`);
}

/** The names of stacks that are not nested. */
async function stacks(): Promise<string[]> {
  return (await allStacks()).filter((name) => !name.includes('NestedStack'));
}

async function allStacks(): Promise<string[]> {
  const answer = await moto.ask('cloudformation', 'DescribeStacks');
  return [...answer.matchAll(/<StackName>([^<]+)</g)].map(([, name = '']) => name).sort();
}

async function options(stage: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, `${stage}.json`), 'utf8')).options;
}

type Said = { readonly out: string; readonly err: string };

/** Runs a script of package.json as people do; its status must be 0. */
async function npm(script: 'deploy' | 'destroy', ...args: readonly string[]): Promise<Said> {
  const { status, ...said } = await ends([script, ...args]);
  assert.equal(status, 0, `npm run ${script} ${args.join(' ')}\n${said.out}\n${said.err.slice(-4000)}`);
  return said;
}

async function ends([script = '', ...args]: readonly string[]): Promise<Said & { status: unknown }> {
  const child = spawn('npm', ['run', '--silent', script, '--', '--deployments', folder, ...args], {
    cwd: root,
    env: moto.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const [status] = await once(child, 'close');
  return { ...said, status };
}

function said(what: string): void {
  console.log(`✓ ${what}`);
}
