import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect } from '../../bin/api/client.ts';
import { startCloud } from '../../lib/local/cloud.ts';
import { filesOf } from '../runner/files.ts';
import { readAllowance } from './allowance.ts';
import { exercise, priceOf } from './exercise.ts';

describe('the suite against a real account', () => {
  it('runs only where a stage of its own and a limit of cost are given', () => {
    const given = { DOWNPOUR_TEST_STACK: 'test-mine' };
    assert.deepEqual(readAllowance(given, ['--dollars-max', '1.5']), { stage: 'test-mine', dollarsMax: 1.5 });
    for (const stack of [undefined, '', 'prod', 'test-', 'test-UP'])
      assert.throws(
        () => readAllowance({ DOWNPOUR_TEST_STACK: stack }, ['--dollars-max', '1']),
        /DOWNPOUR_TEST_STACK/,
      );
    for (const args of [[], ['--dollars-max'], ['--dollars-max', '0'], ['1']])
      assert.throws(() => readAllowance(given, args), /--dollars-max N is missing/);
  });

  it('is no part of the tests that run by default', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.equal(scripts['test:account'], 'node test/account/account.ts');
    assert.ok(!filesOf([]).includes('test/account/account.ts'));
    assert.doesNotMatch(readFileSync('.ci/run', 'utf8'), /test:account/);
  });

  it('asserts what the cloud of this machine does too, for less than a cent in AWS', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'downpour-account-'));
    const cloud = await startCloud({ dataDir, environment: { DOWNPOUR_TARGETS: '127.0.0.1' } });
    try {
      const target = { url: cloud.url, path: '/api/config/version' };
      assert.ok((await priceOf(target)) < 0.01);
      const lines: string[] = [];
      const apiKey = readFileSync(cloud.adminKeyFile, 'utf8').trim();
      await exercise(connect({ url: cloud.url, apiKey }), target, (line) => lines.push(line));
      assert.equal(lines.length, 4);
    } finally {
      await cloud.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
