import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { beforeEach, suite, test } from 'node:test';
import { commonDialect, deployment, onLambda, timeServer } from '../../functions/deployment.ts';
import { judging } from '../../lib/driver/judging/limits.ts';
import { defaultCeilings, planning } from '../../lib/driver/planning/limits.ts';
import { coreMemoryMb, driveMemoryMb } from '../../lib/facts/memory.ts';
import { environment } from '../../lib/names/environment.ts';

/** Valid variables of a deployment are used. Invalid ones fail with their name. */
suite('a deployment', () => {
  const names = [...Object.values(environment), 'AWS_LAMBDA_RUNTIME_API'];
  beforeEach(() => {
    for (const name of names) delete process.env[name];
  });

  test('without variables is the usual one', () => {
    const { allowList: _, ...rest } = deployment();
    assert.deepEqual(rest, {
      leadMs: undefined,
      segmentMsMax: planning.segmentMsMax,
      coresShard: availableParallelism(),
      tasks: undefined,
      limits: defaultCeilings,
      maxErrors: judging.failedRatioMax,
      targetPolicy: { loadTest: false, stopOnRetryAfter: false },
      ownership: undefined,
      regions: undefined,
      loadAddresses: undefined,
    });
    const usual = deployment();
    for (const name of [environment.leadMs, environment.segmentMsMax, environment.maxErrors])
      process.env[name] = '';
    assert.deepEqual(JSON.stringify(deployment()), JSON.stringify(usual));
  });

  test('gives a drive the processors of this machine, or on Lambda what its memory buys', () => {
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:9001';
    assert.equal(deployment().coresShard, Math.floor(driveMemoryMb / coreMemoryMb));
  });

  test('takes the times and the ceilings that its variables name', () => {
    process.env[environment.leadMs] = '0.5';
    process.env[environment.segmentMsMax] = '90000';
    process.env[environment.ceilings] = 'dollarsMax=5';
    const { leadMs, segmentMsMax, limits } = deployment();
    assert.deepEqual([leadMs, segmentMsMax], [0.5, 90_000]);
    assert.deepEqual(limits, { ...defaultCeilings, dollarsMax: 5 });
  });

  test('in the cloud tells targets of itself and obeys them, and loads no private network unless it allows that', () => {
    assert.equal(deployment().allowList.privateNetworks, true);
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:9001';
    assert.deepEqual(deployment().targetPolicy, { loadTest: true, stopOnRetryAfter: true });
    for (const [text, allowed] of [
      ['', false],
      ['yes', false],
      ['true', true],
    ] as const) {
      process.env[environment.privateTargets] = text;
      assert.equal(deployment().allowList.privateNetworks, allowed, text);
    }
  });

  test('shows the contact that it names, in the cloud and on one machine', () => {
    process.env[environment.contact] = 'https://load.example/stop?who=me';
    const contact = 'https://load.example/stop?who=me';
    assert.deepEqual(deployment().targetPolicy, { loadTest: true, stopOnRetryAfter: false, contact });
    for (const text of ['a\r\nhost: b', 'x'.repeat(201), 'Žofie']) {
      process.env[environment.contact] = text;
      assert.throws(deployment, /DOWNPOUR_CONTACT must have 1 to 200 printable ASCII characters/);
    }
  });

  test('asks targets for a proof under its name, where it has one', () => {
    process.env[environment.ownership] = '';
    assert.equal(deployment().ownership, undefined);
    process.env[environment.ownership] = 'load.example';
    assert.equal(deployment().ownership, 'load.example');
  });

  test('has no time of zero, below it or of words', () => {
    for (const name of [environment.leadMs, environment.segmentMsMax])
      for (const text of ['0', '-1', 'soon', 'NaN']) {
        process.env[name] = text;
        const message = `the environment variable ${name} must be a number above 0, not ${text}`;
        assert.throws(deployment, { message });
        delete process.env[name];
      }
  });

  test('uses no time server on one machine, Amazon’s server on Lambda, or the server of its variable', () => {
    const named = (text: string) => {
      process.env[environment.timeServer] = text;
      return timeServer();
    };
    assert.deepEqual([timeServer(), named(''), named('none')], [undefined, undefined, undefined]);
    assert.deepEqual(named('127.0.0.1:5123'), { host: '127.0.0.1', port: 5123 });
    assert.deepEqual(named('[::1]:5123'), { host: '::1', port: 5123 });
    assert.deepEqual(named('pool.example'), { host: 'pool.example', port: 123 });
    for (const wrong of ['a:b', 'a:0', 'a:65536', 'a:1:2', ':123'])
      assert.throws(() => named(wrong), {
        message: `the environment variable DOWNPOUR_TIME_SERVER must be host, host:port or none, not ${wrong}`,
      });
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:9001';
    assert.deepEqual(named(''), { host: 'time.aws.com', port: 123 });
    assert.equal(named('none'), undefined);
  });

  test('lets a share of the requests fail, from none to all', () => {
    for (const [text, share] of [
      ['0', 0],
      ['0.25', 0.25],
      ['1', 1],
    ] as const) {
      process.env[environment.maxErrors] = text;
      assert.equal(deployment().maxErrors, share);
    }
    for (const text of ['-0.01', '1.01', 'few', 'NaN']) {
      process.env[environment.maxErrors] = text;
      const message = `the environment variable ${environment.maxErrors} must be a number from 0 to 1, not ${text}`;
      assert.throws(deployment, { message });
    }
  });

  test('answers queries of both dialects as JSONPath unless it says sql', () => {
    assert.equal(commonDialect(), 'jsonpath');
    for (const [text, dialect] of [
      ['sql', 'sql'],
      ['jsonpath', 'jsonpath'],
      ['', 'jsonpath'],
      ['SQL', 'jsonpath'],
    ] as const) {
      process.env[environment.commonDialect] = text;
      assert.equal(commonDialect(), dialect);
    }
  });

  test('is on Lambda where the runtime has an address', () => {
    assert.equal(onLambda(), false);
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:9001';
    assert.equal(onLambda(), true);
  });
});
