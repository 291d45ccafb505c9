/**
 * The suite against a real account: deploys a stage of its own, loads nothing but that stage, and destroys
 * it. Never run by default: `DOWNPOUR_TEST_STACK=test-mine npm run test:account -- --dollars-max 1`, with the
 * AWS credentials of the account.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../bin/api/client.ts';
import { readAllowance } from './allowance.ts';
import { exercise, priceOf } from './exercise.ts';

const { stage, dollarsMax } = readAllowance(process.env, process.argv.slice(2));
const path = '/api/config/version';
const price = await priceOf({ url: 'https://example.execute-api.eu-central-1.amazonaws.com', path });
// Half of what is allowed is left for what a plan does not know: the deployment itself, logs, and what runs
// on.
assert.ok(price * 2 <= dollarsMax, `the bursts alone cost $${price.toFixed(4)}, too much for $${dollarsMax}`);

const folder = await mkdtemp(join(tmpdir(), 'downpour-account-'));
try {
  const ceilings = `dollarsMax=${dollarsMax / 2},usersPerSecMax=20,shardsMax=2`;
  const options = ['--targets', '*.amazonaws.com', '--data', 'discard', '--ceilings', ceilings];
  const { apiKey, outputs } = JSON.parse(await npm('deploy', ...options, '--json'));
  const url = String(outputs.ApiUrl).replace(/\/$/, '');
  assert.ok(apiKey, 'the stage was there before: destroy it first');
  await exercise(connect({ url, apiKey }), { url, path }, (line) => console.log(`✓ ${line}`));
} finally {
  // Nothing that costs money is left, whatever happened.
  await npm('destroy');
  await rm(folder, { recursive: true, force: true });
}

async function npm(script: 'deploy' | 'destroy', ...args: readonly string[]): Promise<string> {
  const common = ['--stage', stage, '--deployments', folder, '--yes'];
  const child = spawn('npm', ['run', '--silent', script, '--', ...common, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [status] = await once(child, 'close');
  assert.equal(status, 0, `npm run ${script} ended with ${status}`);
  return out;
}
