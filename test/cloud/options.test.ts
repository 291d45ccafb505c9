import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOptions, settle } from '../../lib/cloud/options/read.ts';
import { type Option, options } from '../../lib/cloud/options/table.ts';

describe('deployment options', () => {
  it('fall back to a sandbox that may load nothing and keeps nothing', () => {
    const { stage, stack, data, targets } = readOptions({});
    assert.deepEqual(
      { stage, stack, data, targets },
      { stage: 'sandbox', stack: 'downpour-sandbox', data: 'discard', targets: undefined },
    );
  });

  it('keep the data of every other stage, unless told otherwise', () => {
    assert.equal(readOptions({ stage: 'team-a' }).data, 'keep');
    assert.equal(readOptions({ stage: 'team-a' }).stack, 'downpour-team-a');
    assert.equal(readOptions({ stage: 'prod', data: 'discard' }).data, 'discard');
    assert.equal(readOptions({ data: 'keep' }).data, 'keep');
  });

  it('are read as command lines and as files give them', () => {
    assert.equal(readOptions({ privateTargets: 'false' }).privateTargets, false);
    assert.equal(readOptions({ privateTargets: true }).privateTargets, true);
    const text = readOptions({
      targets: ' a.example.com, b.example.com',
      driveConcurrency: '50',
      maxErrors: '0',
    });
    const json = readOptions({
      targets: ['a.example.com', 'b.example.com'],
      driveConcurrency: 50,
      maxErrors: 0,
    });
    assert.deepEqual(text, json);
    assert.deepEqual(
      [json.targets, json.driveConcurrency, json.maxErrors],
      ['a.example.com,b.example.com', 50, 0],
    );
  });

  for (const [name, option] of Object.entries(options) as [string, Option][]) {
    it(`${name} takes its own example`, () => assert.notEqual(option.kind.read(option.example), undefined));

    it(`${name} refuses what is no value of it, and says what it expects`, () => {
      for (const wrong of ['', ' ', {}, null, []])
        assert.equal(option.kind.read(wrong), undefined, String(wrong));
      const expected = new RegExp(`${name}= : expected ${option.kind.expected.slice(0, 12)}`);
      assert.throws(() => readOptions({ [name]: ' ' }), { code: 'DEPLOYMENT_OPTION', message: expected });
    });
  }

  const refused: readonly [Record<string, unknown>, RegExp][] = [
    [{ stage: 'Prod' }, /stage=Prod: expected a name of small letters/],
    [{ stage: '../x' }, /expected a name/],
    [{ target: 'a.example.com' }, /there is no option target, did you mean targets\?/],
    [{ toString: 'a' }, /there is no option toString; the options are stage, region/],
    [{ targets: 'https://a.example.com' }, /targets=https:.*: expected hosts/],
    [{ targets: ['a', 7] }, /targets=\["a",7\]: expected hosts/],
    [{ driveConcurrency: '1.5' }, /driveConcurrency=1.5: expected a whole number above 0/],
    [{ driveConcurrency: '0' }, /expected a whole number above 0, or none/],
    [
      { driveConcurrency: 901, concurrency: 1_000 },
      /driveConcurrency=901: of concurrency=1000 at most 900 can be set aside/,
    ],
    [{ driveConcurrency: 1, concurrency: 10 }, /of concurrency=10 nothing can be set aside: leave it out/],
    [{ maxErrors: '2%' }, /maxErrors=2%: expected a number from 0 to 1/],
    [{ maxErrors: 1.5 }, /expected a number from 0 to 1/],
    [{ privateTargets: 'yes' }, /privateTargets=yes: expected true or false/],
    [{ contact: 'Žofie' }, /expected 1 to 200 printable ASCII characters/],
    [{ requestsPerSec: 'many' }, /requestsPerSec=many: expected a number above 0/],
    [{ commonDialect: 'SQL' }, /expected one of jsonpath, sql/],
    [{ vpc: 'vpc-0a1b2c3d' }, /vpc=vpc-0a1b2c3d needs subnets and securityGroups/],
    [{ subnets: 'subnet-0a1b2c3d' }, /subnets needs vpc/],
    [{ vpc: 'create', securityGroups: 'sg-0a1b2c3d' }, /securityGroups needs vpc/],
    [{ domain: 'load.example.com' }, /domain needs hostedZone and hostedZoneId, or certificateArn/],
    [{ domain: 'load.example.com', hostedZone: 'example.com' }, /hostedZone and hostedZoneId go together/],
    [{ certificateArn: 'arn:aws:acm:x' }, /certificateArn needs domain/],
  ];
  for (const [given, message] of refused) {
    it(`refuse ${JSON.stringify(given)}`, () => {
      assert.throws(() => readOptions(given), { code: 'DEPLOYMENT_OPTION', status: 400, message });
    });
  }

  it('are refused all at once, without what would only follow', () => {
    const wrong = { taregts: 'a', maxErrors: 2, vpc: 'mine', subnets: 'subnet-0a1b2c3d' };
    const message = (thrown: Error) =>
      thrown.message.split('; ').length === 3 && !/needs vpc/.test(thrown.message);
    assert.throws(() => readOptions(wrong), message);
  });

  it('that are undefined were not given', () => {
    assert.equal(settle({ requestsPerSec: undefined }).requestsPerSec, 100);
    assert.equal(readOptions({ service: undefined }).service, 'Downpour');
  });
});
