import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { bundleClient } from '../../../lib/bundle/browser/api-client.ts';
import { project } from '../../../lib/project.ts';
import { scratchDir, suiteScope } from '../../local/scratch.ts';
import { type GateStage, gateStage, holdGate } from '../gate.ts';

/** The client for TypeScript, as the package contains it, works in each runtime. */

const run = promisify(execFile);
const bin = join(import.meta.dirname, 'runtimes', 'node_modules', '.bin');

/** The command that runs a file of TypeScript. */
const runtimes = [
  { name: 'Node', command: [process.execPath] },
  { name: 'Deno', command: [join(bin, 'deno'), 'run', '--allow-all', '--quiet'] },
  { name: 'Bun', command: [join(bin, 'bun'), 'run'] },
] as const;

suite('the client for TypeScript', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let folder = '';
  let stage: GateStage;

  before(async () => {
    folder = scratchDir(scope);
    const installed = join(folder, 'node_modules', 'downpour');
    await mkdir(installed, { recursive: true });
    await copyFile(join(project, 'package.json'), join(installed, 'package.json'));
    // Deno finds the packages of a program in the list of its dependencies.
    await writeFile(join(folder, 'package.json'), '{"type":"module","dependencies":{"downpour":"*"}}');
    await bundleClient(join(installed, 'dist', 'client'));
    await copyFile(join(project, 'examples', 'clients', 'gate.ts'), join(folder, 'gate.ts'));
    await copyFile(join(import.meta.dirname, 'usage.ts'), join(folder, 'usage.ts'));
    stage = await gateStage(scope);
  });

  test('gates a burst in at most 15 lines', async () => {
    const text = await readFile(join(folder, 'gate.ts'), 'utf8');
    assert.ok(text.split('\n').filter((line) => !/^(import|\/\/|$)/.test(line)).length <= 15);
  });

  for (const { name, command } of runtimes) {
    const [program, ...args] = command;

    test(`works in ${name}`, async () => {
      const { url, apiKey } = stage;
      const { stderr } = await run(program, [...args, 'usage.ts', url, apiKey], { cwd: folder });
      assert.doesNotMatch(stderr, /error/i);
    });

    test(`gates a burst in ${name}`, () => holdGate(stage, program, [...args, 'gate.ts'], folder));
  }
});
