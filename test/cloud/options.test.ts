import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOptions } from '../../lib/cloud/options.ts';

const read = (given: Record<string, unknown>) => readOptions((name) => given[name]);

describe('deployment options', () => {
  it('fall back to a sandbox that may load nothing', () => {
    const { stage, stack, targets } = read({});
    assert.deepEqual(
      { stage, stack, targets },
      { stage: 'sandbox', stack: 'downpour-sandbox', targets: undefined },
    );
  });

  it('are read as text, as the command line gives them', () => {
    const options = read({
      stage: 'prod',
      targets: ' shop.example.com ',
      driveConcurrency: '50',
      requestsPerSec: '0.5',
      maxErrors: '0',
    });
    assert.equal(options.stack, 'downpour-prod');
    assert.equal(options.targets, 'shop.example.com');
    assert.equal(options.driveConcurrency, 50);
    assert.equal(options.requestsPerSec, 0.5);
    assert.equal(options.maxErrors, 0);
  });

  it('are each taken', () => {
    const texts = {
      ...{ stack: 'mine', service: 'Rain', ceilings: 'dollarsMax=5', commonDialect: 'sql' },
      ...{ alarmEmail: 'night@example.com', permissionsBoundary: 'team', owner: 'me' },
    };
    const numbers = { leadMs: '9000', driveDollarsPerHour: '2.5', requestsBurst: '7' };
    const { stage: _, ...options } = read({ ...texts, ...numbers, maxErrors: '1' });
    const amounts = { leadMs: 9000, driveDollarsPerHour: 2.5, requestsBurst: 7, maxErrors: 1 };
    assert.deepEqual(JSON.parse(JSON.stringify(options)), { ...texts, ...amounts });
  });

  const refused: readonly [Record<string, unknown>, RegExp][] = [
    [{ stage: 'production' }, /stage=production: expected one of sandbox, prod/],
    [{ stage: 'toString' }, /expected one of sandbox, prod/],
    [{ targets: '' }, /targets=: expected a text/],
    [{ driveConcurrency: '1.5' }, /driveConcurrency=1.5: expected a whole number above 0/],
    [{ driveConcurrency: '0' }, /expected a number above 0/],
    [{ maxErrors: '2%' }, /maxErrors=2%: expected a number from 0 to 1/],
    [{ maxErrors: '1.5' }, /expected a number from 0 to 1/],
    [{ requestsPerSec: 'many' }, /requestsPerSec=many: expected a number above 0/],
  ];
  for (const [given, message] of refused) {
    it(`refuse ${JSON.stringify(given)}`, () => {
      assert.throws(() => read(given), { code: 'DEPLOYMENT_OPTION', message });
    });
  }
});
