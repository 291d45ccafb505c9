/**
 * Runs every deployed bundle with Lambda's own runtime client, with exactly the environment that the stack
 * declares, and with tables and a bucket of moto. Run it with `npm run test:peers -- --only lambda`.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { bundleFunctions } from '../../../lib/bundle.ts';
import { type FunctionSpec, routesOf } from '../../../lib/functions/spec.ts';
import { type FunctionName, functions } from '../../../lib/functions.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { synthesise } from '../../cloud/synthesise.ts';
import { functionNamed } from '../../cloud/template.ts';
import { startMoto } from '../python/moto-server.ts';
import { type Answered, invokeOnce } from './runtime-api.ts';

const root = join(import.meta.dirname, '../../..');
const bundles = join(root, 'dist', 'cloud');

/** The variables that the runtime itself sets, and the URL of moto. */
const given = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'drill',
  AWS_SECRET_ACCESS_KEY: 'drill',
  AWS_LAMBDA_FUNCTION_NAME: 'drill',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  AWS_LAMBDA_LOG_GROUP_NAME: 'drill',
  AWS_LAMBDA_LOG_STREAM_NAME: 'drill',
  TZ: 'UTC',
};

await using moto = await startMoto();
Object.assign(process.env, { ...given, AWS_ENDPOINT_URL: moto.url });
const names = await makeStores();
await bundleFunctions(bundles);
const template = synthesise({ targets: '*', privateTargets: true });
const answered = new Set<FunctionName>();

const { apiKey } = bodyOf(await invoke('api/first-key', {})) as { apiKey: string };
assert.match(apiKey, /[\w-]{20}/);
assert.deepEqual(bodyOf(await invoke('api/first-key', {})), { exists: true });
const [, about] = await api('api/config');
assert.match(JSON.stringify(about), /"version":"0\.0\.0-test"/);

const [, run] = await api(
  'api/run-upload',
  { query: { test: 't', start: '1', stop: '2' }, body: '{"a":[1,2]}' },
  202,
);
const id = String(run);
const [, found] = await api('api/queryrun', { path: { id }, query: { query: '$.a' } });
assert.match(JSON.stringify(found), /"valid":true.*\[1,2\]/);
await api('api/run-list');
await api('api/run-get', { path: { id } });
assert.deepEqual((await api('api/run-data', { path: { id } }))[1], { a: [1, 2] });
await api('api/reports', { path: { id } }, 404);
await api('api/testjsonpath', { query: { query: '$.a' } });
await api('api/apikey-create', { body: JSON.stringify({ name: 'second' }) });
await api('api/apikey-list');
await api('api/apikey-rename', { path: { id: '2' }, body: '"drill"' }, 204);
await api('api/apikey-revoke', { path: { id: '2' } }, 204);

// The loopback is never loaded on Lambda: there the runtime listens. This machine has another address, and
// traffic to it stays here.
const own = Object.values(networkInterfaces()).flat();
const host =
  own.find((each) => each?.family === 'IPv4' && !each.internal)?.address ??
  assert.fail('this machine has no address but the loopback');
const target = createServer((_, response) => response.end()).listen(0, host);
await once(target, 'listening');
const { port } = target.address() as AddressInfo;
const load =
  'constantRate:\n      usersPerSec: 1\n      duration: 1s\n      scenario:\n      - s:\n        - httpRequest:\n            GET: /';
const document = `name: drill\nhttp:\n  host: http://${host}:${port}\n  sharedConnections: 1\nphases:\n- load:\n    ${load}\n`;
const [, burst] = await api('api/burst-start', { body: JSON.stringify({ document }) }, 202);
const input = { burst: (burst as { id: string }).id, phase: 0, shard: 0, segment: 0 };
/** The event of the rule for an aborted execution. */
const ended = { execution: input.burst, input: JSON.stringify({ burst: input.burst }), status: 'ABORTED' };
bodyOf(await invoke('driver/plan', input));
bodyOf(await invoke('driver/await-start', { ...input, token: 'token' }));
await api('api/burst-get', { path: { id: input.burst } });
await api('api/burst-stop', { path: { id: input.burst } }, 202);
assert.match(JSON.stringify(bodyOf(await invoke('driver/drive', input))), /result/);
await tell();
await rest();
target.close();
console.log(`✓ ${answered.size} bundles answer under Lambda's runtime client`);

/** A pending event is sent to the bus and removed from the outbox. */
async function tell(): Promise<void> {
  const item = repositoryKey.work(0, 1, 'drill-0000');
  const run = { id: 1, start: 1, stop: 2, owner: 'drill-team' };
  const task = { kind: 'event', event: { kind: 'run/new', testId: 1, testName: 'drill', run } };
  const repository = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const Item = { ...item, at: 1, task, priority: 'now', sends: 0 };
  await repository.send(new PutCommand({ TableName: 'repository', Item }));
  const record = {
    body: JSON.stringify({ task, priority: 'now', item }),
    messageId: 'm',
    receiptHandle: 'm',
  };
  const Records = [{ ...record, attributes: { ApproximateReceiveCount: '1' } }];
  assert.deepEqual(bodyOf(await invoke('work/perform', { Records })), { batchItemFailures: [] });
  const left = await repository.send(new GetCommand({ TableName: 'repository', Key: item }));
  assert.equal(left.Item, undefined);
}

/**
 * Each function without its own case above must start, and must not fail because a module or a variable is
 * missing.
 */
async function rest(): Promise<void> {
  const others = (functions as readonly FunctionSpec[]).filter(
    ({ name }) => !answered.has(name as FunctionName),
  );
  for (const [name, route] of others.flatMap(callsOf)) {
    const answer = await invoke(
      name as FunctionName,
      route === undefined ? { ...input, error: 'E', cause: 'c', ...ended } : event(route),
    );
    const text = JSON.stringify(answer.body);
    assert.ok(answer.kind === 'response' || answer.kind === 'error', `${name}: ${answer.kind} ${text}`);
    // The reply of a route hides the cause of an error. The cause is in a log line.
    assert.doesNotMatch(text + answer.log, /is not set|Cannot find|Runtime\.|ReferenceError|TypeError/, name);
    console.log(`  ${name}: ${answer.kind} ${text.slice(0, 160)}`);
  }
}

/** The events of a function that is no route: one for each state or rule that invokes it. */
function callsOf(spec: FunctionSpec): readonly (readonly [string, string?])[] {
  const routes = routesOf(spec);
  return routes.length === 0 ? [[spec.name]] : routes.map((route) => [spec.name, route]);
}

type Call = {
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: string;
};

/** Calls a route with the key of the first administrator. */
async function api(name: FunctionName, call: Call = {}, status = 200): Promise<[number, unknown]> {
  const [route = ''] = routesOf(functions.find((spec) => spec.name === name) ?? assert.fail(name));
  const reply = bodyOf(await invoke(name, event(route, call))) as { statusCode: number; body?: string };
  assert.equal(reply.statusCode, status, `${name}: ${reply.body}`);
  return [reply.statusCode, parsed(reply.body ?? '')];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The event of a request, as API Gateway sends it in payload format 2.0. */
function event(routeKey: string, { path = {}, query = {}, body }: Call = {}): unknown {
  const [method = '', pattern = ''] = routeKey.split(' ');
  const rawPath = Object.entries(path).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    pattern,
  );
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { 'x-downpour-api-key': apiKey, 'content-type': 'application/json' },
    queryStringParameters: query,
    pathParameters: path,
    requestContext: {
      http: { method, path: rawPath, sourceIp: '127.0.0.1' },
      requestId: 'drill',
      stage: '$default',
      routeKey,
    },
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: false,
  };
}

function bodyOf({ kind, body }: Answered): unknown {
  assert.equal(kind, 'response', `${kind}: ${JSON.stringify(body)}`);
  return body;
}

async function invoke(name: FunctionName, input: unknown): Promise<Answered> {
  const { Variables } = functionNamed(template, name)[1].Properties.Environment;
  const declared = Object.entries(Variables).map(([variable, value]) => [variable, valueOfVariable(value)]);
  answered.add(name);
  return invokeOnce(
    join(bundles, name),
    { ...Object.fromEntries(declared), ...given, AWS_ENDPOINT_URL: moto.url },
    input,
  );
}

/** Replaces references of the template by the names of resources in moto. */
function valueOfVariable(value: unknown): string {
  if (typeof value === 'string') return value;
  const {
    Ref: id = '',
    'Fn::GetAtt': arn,
    'Fn::Join': joined,
  } = value as { Ref?: string; 'Fn::GetAtt'?: readonly string[]; 'Fn::Join'?: unknown };
  // The address of the API, which moto does not create.
  if (joined !== undefined) return 'https://api.drill.example.com/';
  // Functions, roles and queues to which schedules refer. They need not exist, because no schedule is due
  // during this test.
  if (arn?.[1] === 'Arn') return `arn:aws:drill:eu-central-1:123456789012:${arn[0]}`;
  const name = Object.entries(names).find(([prefix]) => id.startsWith(prefix))?.[1];
  return name ?? assert.fail(`what is ${JSON.stringify(value)}?`);
}

async function makeStores(): Promise<Readonly<Record<string, string>>> {
  const dynamo = new DynamoDBClient({});
  for (const TableName of ['repository', 'identity', 'bursts'])
    await dynamo.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
      }),
    );
  await new EventBridgeClient({}).send(new CreateEventBusCommand({ Name: 'drill' }));
  const region = { LocationConstraint: 'eu-central-1' } as const;
  await new S3Client({ forcePathStyle: true }).send(
    new CreateBucketCommand({ Bucket: 'runs', CreateBucketConfiguration: region }),
  );
  const { stateMachineArn = '' } = await new SFNClient({}).send(
    new CreateStateMachineCommand({
      name: 'drill',
      definition: JSON.stringify({ StartAt: 'P', States: { P: { Type: 'Pass', End: true } } }),
      roleArn: 'arn:aws:iam::123456789012:role/drill',
    }),
  );
  const queues = await Promise.all(
    ['now', 'later'].map((QueueName) => new SQSClient({}).send(new CreateQueueCommand({ QueueName }))),
  );
  const [workNow = '', workLater = ''] = queues.map(({ QueueUrl }) => QueueUrl);
  return {
    EventsBus: 'drill',
    WorkNow: workNow,
    WorkLater: workLater,
    RunStorageRepository: 'repository',
    RunStorageCatalogue: 'identity',
    SchedulesGroup: 'default',
    RunStorageBursts: 'bursts',
    RunStorageBucket: 'runs',
    BurstMachine: stateMachineArn,
  };
}
