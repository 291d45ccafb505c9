import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, suite, test } from 'node:test';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { planning } from '../../lib/driver/planning/limits.ts';
import { environment } from '../../lib/names/environment.ts';

/**
 * When drives use the account's concurrency, Downpour asks Lambda for its limit, and caches the answer for
 * some minutes.
 */

suite('the room for drives', () => {
  let requests = 0;
  let account: object | Error = {};
  /** The answers of Lambda in other regions, where they differ from `account`. */
  let elsewhere: Record<string, object | Error> = {};
  let driveCapacity: typeof import('../../functions/starting/capacity.ts').driveCapacity;
  let fresh = 0;

  beforeEach(async () => {
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:9001';
    process.env.AWS_REGION = 'eu-central-1';
    requests = 0;
    elsewhere = {};
    mock.method(LambdaClient.prototype, 'send', async function (this: LambdaClient) {
      requests += 1;
      const answer = elsewhere[await this.config.region()] ?? account;
      if (answer instanceof Error) throw answer;
      return { AccountLimit: answer };
    });
    // A warm function caches the answer, so each test uses another function.
    fresh += 1;
    ({ driveCapacity } = await import(`../../functions/starting/capacity.ts?${fresh}`));
  });
  afterEach(() => {
    delete process.env.AWS_LAMBDA_RUNTIME_API;
    delete process.env[environment.driveConcurrency];
    delete process.env[environment.regions];
    mock.restoreAll();
  });

  test('is not bounded on one machine', async () => {
    delete process.env.AWS_LAMBDA_RUNTIME_API;
    assert.equal(await driveCapacity(0), undefined);
    assert.equal(requests, 0);
  });

  test('is the reserved concurrency of the deployment, without a request', async () => {
    process.env[environment.driveConcurrency] = '500';
    assert.deepEqual(await driveCapacity(0), { of: 'deployment', drives: 500 });
    assert.equal(requests, 0);
  });

  test('is the rest of the account’s concurrency without that of the conductor, requested once in five minutes', async () => {
    account = { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 900 };
    const capacity = { of: 'account', executions: 900, drives: 900 - planning.controlAtOnce };
    assert.deepEqual(await driveCapacity(1), capacity);
    account = { ConcurrentExecutions: 3 };
    assert.deepEqual(await driveCapacity(300_000), capacity);
    assert.equal(requests, 1);
    assert.deepEqual(await driveCapacity(300_001), { of: 'account', executions: 3, drives: 0 });
    assert.equal(requests, 2);
  });

  test('is not known where Lambda does not say, and requested again soon', async () => {
    account = new Error('not authorized');
    assert.deepEqual(await driveCapacity(0), { of: 'unknown' });
    assert.deepEqual(await driveCapacity(59_999), { of: 'unknown' });
    assert.equal(requests, 1);
    account = { ConcurrentExecutions: 10 };
    assert.deepEqual(await driveCapacity(60_000), { of: 'account', executions: 10, drives: 5 });
  });

  test('is requested in each region, and a region without an answer gets another request soon', async () => {
    process.env[environment.regions] = 'us-east-1,eu-west-1';
    account = { ConcurrentExecutions: 1_000 };
    elsewhere = { 'us-east-1': { ConcurrentExecutions: 10 }, 'eu-west-1': new Error('not authorized') };
    const of = (executions: number) => ({
      of: 'account',
      executions,
      drives: executions - planning.controlAtOnce,
    });
    const afar = { 'us-east-1': of(10), 'eu-west-1': { of: 'unknown' } };
    assert.deepEqual(await driveCapacity(0), { ...of(1_000), afar });
    assert.equal(requests, 3);
    elsewhere['eu-west-1'] = { ConcurrentExecutions: 500 };
    assert.deepEqual(await driveCapacity(60_000), {
      ...of(1_000),
      afar: { ...afar, 'eu-west-1': of(500) },
    });
    assert.equal(requests, 6);
  });
});
