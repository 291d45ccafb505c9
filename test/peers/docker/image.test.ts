import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { project } from '../../../lib/project.ts';
import { imageBytesMax } from '../../package/packed.ts';

const run = promisify(execFile);

test('the image is built, is small and runs', { timeout: 900_000 }, async () => {
  const builder = spawnSync('docker', ['info']).status === 0 ? 'docker' : 'podman';
  const tag = 'localhost/downpour-test';
  await run(builder, ['build', '-t', tag, project], { maxBuffer: 64e6 });
  const { stdout: size } = await run(builder, ['image', 'inspect', '--format', '{{.Size}}', tag]);
  assert.ok(Number(size) < imageBytesMax, size);
  const { stdout } = await run(builder, ['run', '--rm', tag, '--version']);
  assert.match(stdout, /^\d+\.\d+\.\d+$/m);
});
