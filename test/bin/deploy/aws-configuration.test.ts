import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConfiguration } from '../../../bin/deploy/aws-configuration.ts';

test('the region comes from the variables, or else from the profile in the configuration file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-aws-'));
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'config');
  process.env = { ...before, AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none') };
  for (const name of ['AWS_REGION', 'AWS_PROFILE', 'AWS_SDK_LOAD_CONFIG']) delete process.env[name];
  writeFileSync(file, '[default]\nregion = eu-north-1\n[profile other]\nregion = us-west-2\n');
  assert.equal(await openConfiguration({ AMAZON_REGION: 'us-east-2' }).region(), 'us-east-2');
  assert.equal(await openConfiguration({}).region(), 'eu-north-1');
  process.env.AWS_CONFIG_FILE = join(folder, 'absent');
  assert.equal(await openConfiguration({}).region(), undefined);
});
