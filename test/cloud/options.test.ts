import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOptions, settle } from '../../lib/cloud/options/read.ts';
import { type Option, options } from '../../lib/cloud/options/table.ts';
import { defaultCeilings } from '../../lib/driver/planning/limits.ts';
import { ceilingNames } from '../../lib/facts/ceilings.ts';

describe('deployment options', () => {
  it('fall back to a sandbox that may load nothing and keeps nothing', () => {
    const { stage, stack, data, targets } = readOptions({});
    assert.deepEqual(
      { stage, stack, data, targets },
      { stage: 'sandbox', stack: 'downpour-sandbox', data: 'discard', targets: undefined },
    );
  });

  it('keep the data of every stage but the sandbox, unless an option says otherwise', () => {
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

    it(`${name} refuses what is no value of it, and reports what it expects`, () => {
      for (const wrong of ['', ' ', {}, null, []])
        assert.equal(option.kind.read(wrong), undefined, String(wrong));
      const expected = new RegExp(`${name}= : expected ${option.kind.expected.slice(0, 12)}`);
      assert.throws(() => readOptions({ [name]: ' ' }), { code: 'DEPLOYMENT_OPTION', message: expected });
    });
  }

  const acl = {
    global: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/0a1b2c3d-4e5f-6789-abcd-ef0123456789',
    regional: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/0a1b2c3d-4e5f-6789-abcd-ef0123456789',
  };
  const zoned = { domain: 'load.example.com', hostedZone: 'example.com', hostedZoneId: 'Z0A1' };
  const named = {
    domain: 'load.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  };
  it('take a firewall and a private API where they fit', () => {
    for (const fits of [
      { firewall: 'managed', region: 'us-east-1', ...zoned },
      { firewall: acl.global, region: 'eu-west-1', firewallSecret: '2' },
      { firewall: acl.regional, privateApi: ['vpce-0a1b2c3d', 'vpce-0a1b2c3e'], region: 'eu-west-1' },
      { ...zoned, ...named, privateApi: 'create', vpc: 'create', firewall: 'managed', onlyDomain: true },
    ])
      assert.equal(readOptions(fits).firewall, fits.firewall);
  });

  const refused: readonly [Record<string, unknown>, RegExp][] = [
    [{ stage: 'Prod' }, /stage=Prod: expected a name of small letters/],
    [{ stage: '../x' }, /expected a name/],
    [{ target: 'a.example.com' }, /has no option target, did you mean targets\?/],
    [{ toString: 'a' }, /has no option toString; the options are stage, region/],
    [{ targets: 'https://a.example.com' }, /targets=https:.*: expected hosts/],
    [{ targets: ['a', 7] }, /targets=\["a",7\]: expected hosts/],
    [{ driveConcurrency: '1.5' }, /driveConcurrency=1.5: expected a whole number above 0/],
    [{ driveConcurrency: '0' }, /expected a whole number above 0, or none/],
    [
      { driveConcurrency: 901, concurrency: 1_000 },
      /driveConcurrency=901 is too much for concurrency=1000: at most 900 can be reserved/,
    ],
    [
      { driveConcurrency: 1, concurrency: 10 },
      /for concurrency=10: nothing can be reserved, so leave driveConcurrency out/,
    ],
    [{ maxErrors: '2%' }, /maxErrors=2%: expected a number from 0 to 1/],
    [{ maxErrors: 1.5 }, /expected a number from 0 to 1/],
    [{ privateTargets: 'yes' }, /privateTargets=yes: expected true or false/],
    [{ contact: 'Žofie' }, /expected 1 to 200 printable ASCII characters/],
    [{ requestsPerSec: 'many' }, /requestsPerSec=many: expected a number above 0/],
    [{ commonDialect: 'SQL' }, /expected one of jsonpath, sql/],
    [
      { ceilings: 'usersMax=5' },
      /ceilings=usersMax=5: expected pairs .* the names usersPerSecMax, sessionsMax/,
    ],
    [{ ceilings: 'shardsMax=7,dollarsMax=0.0' }, /expected pairs of a name and a number above 0/],
    [{ leadMs: 300_000 }, /leadMs=300000: expected a whole number from 1 to 120000/],
    [{ service: 'a'.repeat(65) }, /expected up to 64 letters/],
    [{ vpc: 'vpc-0a1b2c3d' }, /vpc=vpc-0a1b2c3d needs subnets and securityGroups/],
    [{ subnets: 'subnet-0a1b2c3d' }, /subnets needs vpc/],
    [{ subnets: Array(17).fill('subnet-0a1b2c3d') }, /: expected at most 16 ids such as subnet-/],
    [{ securityGroups: Array(6).fill('sg-0a1b2c3d') }, /: expected at most 5 ids such as sg-/],
    [{ tags: 'Aws:team=shop' }, /tags=Aws:team=shop: expected pairs/],
    [{ timeServer: 'time.example.com:65536' }, /expected a host name, with a port up to 65535/],
    [{ timeServer: 'time.example.com:0' }, /expected a host name, with a port up to 65535/],
    [
      { regions: 'eu-west-1,us-east-1', region: 'us-east-1' },
      /regions .*us-east-1, because the deployment itself is in this region/,
    ],
    [{ vpc: 'create', securityGroups: 'sg-0a1b2c3d' }, /securityGroups needs vpc/],
    [{ domain: 'load.example.com' }, /domain needs certificateArn, or both hostedZone and hostedZoneId/],
    [
      { domain: 'load.example.com', hostedZone: 'example.com' },
      /hostedZone and hostedZoneId must be given together/,
    ],
    [{ certificateArn: 'arn:aws:acm:x' }, /certificateArn needs domain/],
    [{ firewall: 'true' }, /firewall=true: expected managed, or the ARN of a web ACL/],
    [{ firewall: 'managed', region: 'eu-west-1' }, /firewall=managed needs region=us-east-1/],
    [{ firewall: acl.regional }, /scope REGIONAL, which works only with privateApi/],
    [
      { firewall: acl.global, privateApi: 'vpce-0a1b2c3d' },
      /with privateApi: use a web ACL of the scope REGIONAL/,
    ],
    [
      { firewall: acl.regional, privateApi: 'vpce-0a1b2c3d', region: 'eu-central-1' },
      /firewall is a web ACL in eu-west-1, and the deployment is in eu-central-1: use a web ACL in eu-central-1/,
    ],
    [
      { ...named, firewall: acl.global },
      /certificateArn is in eu-west-1: with firewall the certificate must be in us-east-1/,
    ],
    [
      { ...named, region: 'us-east-1' },
      /certificateArn is in eu-west-1, and the deployment is in us-east-1: use a certificate in us-east-1/,
    ],
    [{ ...zoned, domain: 'load.myexample.com' }, /load.myexample.com is not in the zone example.com/],
    [
      { ...zoned, firewall: acl.global, region: 'eu-west-1' },
      /needs certificateArn, the ARN of a certificate in us-east-1/,
    ],
    [{ ...zoned, firewall: acl.global, onlyDomain: true }, /onlyDomain and firewall exclude each other/],
    [{ firewallSecret: 2 }, /firewallSecret works only with/],
    [{ privateApi: 'create' }, /privateApi=create needs vpc/],
    [{ privateApi: 'create,vpce-0a1b2c3d', vpc: 'create' }, /create or a list of endpoint ids, not both/],
    [
      { ...zoned, privateApi: 'create', vpc: 'create' },
      /a domain together with privateApi needs certificateArn/,
    ],
    [{ ...zoned, ...named, privateApi: 'vpce-0a1b2c3d' }, /hostedZone works only with privateApi=create/],
  ];
  for (const [given, message] of refused) {
    it(`refuse ${JSON.stringify(given)}`, () => {
      assert.throws(() => readOptions(given), { code: 'DEPLOYMENT_OPTION', status: 400, message });
    });
  }

  it('know every ceiling of a plan', () => assert.deepEqual([...ceilingNames], Object.keys(defaultCeilings)));

  it('may have a time server at any port, and as many subnets as Lambda allows', () => {
    for (const port of [1, 123, 9_999, 59_999, 64_999, 65_499, 65_529, 65_535]) {
      const timeServer = `time.example.com:${port}`;
      assert.equal(readOptions({ timeServer }).timeServer, timeServer);
    }
    const subnets = Array(16).fill('subnet-0a1b2c3d').join();
    const securityGroups = Array(5).fill('sg-0a1b2c3d').join();
    assert.equal(readOptions({ vpc: 'vpc-0a1b2c3d', subnets, securityGroups }).subnets, subnets);
  });

  it('fit into the variables of a function', () => {
    const given = {
      oidcIssuer: `https://${'a'.repeat(1_039)}`,
      oidcAudience: 'a',
      targets: 'b'.repeat(1_000),
    };
    assert.equal(readOptions(given).oidcAudience, 'a');
    assert.throws(() => readOptions({ ...given, oidcClientId: 'c' }), {
      message: /have 2049 bytes together, but .* room for 2048 of them: shorten oidcIssuer, which has 1047/,
    });
  });

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
