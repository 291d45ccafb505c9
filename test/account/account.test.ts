import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect } from '../../bin/api/client.ts';
import { startCloud } from '../../lib/local/cloud.ts';
import { filesOf } from '../runner/files.ts';
import { readAllowance } from './allowance.ts';
import { type Step, steps, tryAll } from './steps.ts';

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

  it('tries the most likely difference first', () => {
    const likely = steps.map((step) => step.likely);
    assert.deepEqual(
      likely,
      likely.toSorted((a, b) => b - a),
    );
    assert.equal(steps[0]?.proves, 'an alarm reaches its topic');
    assert.equal(new Set(steps.map(({ proves }) => proves)).size, steps.length);
  });

  it('costs no more than its dollars, and names a step that would', async () => {
    const tried: string[] = [];
    const step = (proves: string, dollars: number): Step => ({
      proves,
      likely: 0.1,
      dollars: async () => dollars,
      run: async () => void tried.push(proves),
    });
    const lines: string[] = [];
    const place = { api: connect({ url: 'http://127.0.0.1:9', apiKey: 'k' }), target: { url: '', path: '' } };
    const all = [
      step('a', 0.4),
      step('b', 0.2),
      step('c', 0.05),
      { ...step('d', 0), isOfAws: true as const },
    ];
    await tryAll(place, 0.5, (line) => lines.push(line), all);
    assert.deepEqual(tried, ['a', 'c']);
    assert.equal(lines[1], '- left out: b: $0.2000 is more than the remaining $0.1000');
  });

  it('needs less than a dime for all steps, as the planner estimates', async () => {
    const target = {
      url: 'https://example.execute-api.eu-central-1.amazonaws.com',
      path: '/api/config/version',
    };
    const prices = await Promise.all(steps.map(({ dollars }) => dollars(target)));
    const sum = prices.reduce((whole, price) => whole + price, 0);
    assert.ok(sum > 0 && sum < 0.1, `$${sum}`);
  });

  it('asserts what the cloud of this machine does too', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'downpour-account-'));
    const cloud = await startCloud({ dataDir, environment: { DOWNPOUR_TARGETS: '127.0.0.1' } });
    try {
      const target = { url: cloud.url, path: '/api/config/version' };
      const lines: string[] = [];
      const apiKey = readFileSync(cloud.adminKeyFile, 'utf8').trim();
      await tryAll({ api: connect({ url: cloud.url, apiKey }), target }, 1, (line) => lines.push(line));
      assert.deepEqual(
        lines,
        steps.filter(({ isOfAws }) => !isOfAws).map(({ proves }) => `✓ ${proves}`),
      );
    } finally {
      await cloud.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
