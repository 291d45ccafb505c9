/**
 * Tests against a real AWS account. They deploy their own stage, send load only to that stage, and delete it.
 * They never run by default: `DOWNPOUR_TEST_STACK=test-mine npm run test:account -- --dollars-max 1`, with
 * the AWS credentials of the account.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../bin/api/client.ts';
import { readAllowance } from './allowance.ts';
import { ceilings, tryAll } from './steps.ts';

const { stage, dollarsMax } = readAllowance(process.env, process.argv.slice(2));
// Half of the allowed dollars is for costs that a plan does not contain: the deployment itself, logs, and
// resources that run on.
const dollarsOfBursts = dollarsMax / 2;

const folder = await mkdtemp(join(tmpdir(), 'downpour-account-'));
try {
  const limits = Object.entries({ dollarsMax: dollarsOfBursts, ...ceilings }).map(
    ([name, most]) => `${name}=${most}`,
  );
  const options = [
    ...['--targets', '*.amazonaws.com', '--data', 'discard', '--ceilings', limits.join()],
    // No person reads mail to this address, because the tests only check the topic.
    ...['--alarm-email', 'account-suite@example.com', '--tags', 'purpose=account-suite'],
  ];
  const { apiKey, outputs, region, stack } = JSON.parse(await npm('deploy', ...options, '--json'));
  const url = String(outputs.ApiUrl).replace(/\/$/, '');
  assert.ok(apiKey, 'the stage was there before: destroy it first');
  const place = {
    api: connect({ url, apiKey }),
    target: { url, path: '/api/config/version' },
    aws: { region: String(region), stack: String(stack) },
  };
  await tryAll(place, dollarsOfBursts, (line) => console.log(line));
} finally {
  // In any case, no resource that costs money remains.
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
