import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { downpour } from '../downpour.ts';

type Report = { readonly isWell: boolean; readonly checks: readonly { name: string; state: string }[] };

test('the local cloud is examined, down to a burst at itself', async () => {
  const data = await mkdtemp(join(tmpdir(), 'downpour-doctor-'));
  try {
    const { stdout, code, stderr } = await downpour(['doctor', '--json', '--data', data]);
    const { isWell, checks } = JSON.parse(stdout) as Report;
    const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
    assert.equal(states['task token'], 'ok', stdout + stderr);
    // This machine may be too busy for a verdict.
    assert.match(states['burst of five seconds'] ?? '', /^(ok|warning)$/, stdout);
    assert.deepEqual([isWell, code], [true, 0], stdout);
  } finally {
    await rm(data, { recursive: true });
  }
});

test('a deployment that does not answer is a failed check, and the exit code reports it', async () => {
  const environment = { DOWNPOUR_URL: 'http://127.0.0.1:9', DOWNPOUR_API_KEY: 'dpr_1_x' };
  const { stdout, code } = await downpour(['doctor'], environment);
  assert.equal(code, 3, stdout);
  assert.match(stdout, /✗ deployment {2}.*127\.0\.0\.1:9/);
  assert.match(stdout, /→ check that DOWNPOUR_URL is right/);
  const machine = await downpour(['doctor', '--machine'], environment);
  assert.doesNotMatch(machine.stdout, /deployment/);
});
