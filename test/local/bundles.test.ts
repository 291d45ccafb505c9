import assert from 'node:assert/strict';
import { isAscii } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundlePath, scriptPaths } from '../../lib/bundle.ts';
import { ofABurst, scriptKinds } from '../../lib/functions/bundled-functions.ts';
import { functions } from '../../lib/functions.ts';
import { beginBundles } from '../../lib/local/bundles.ts';
import { groupsOf } from '../../lib/local/function-host/groups.ts';
import { runScript } from '../../lib/local/function-host/kept-script.ts';
import { project } from '../../lib/project.ts';
import { scratchDir } from './scratch.ts';

const say = { name: 'say', file: 'say', memoryMb: 128, timeoutS: 1, needs: [] };

/** A folder with the source of one function, and a folder for its bundles. */
function folders(t: Parameters<typeof scratchDir>[0]) {
  const [functionsDir, bundleDir] = [scratchDir(t), scratchDir(t)];
  writeFileSync(join(functionsDir, 'say.ts'), "export const handler = () => 'said';\n");
  return { functions: [say], functionsDir, bundleDir };
}

test('functions and their runtime are built together, once for their sources, and the caller hears of it', async (t) => {
  const options = folders(t);
  const first = beginBundles(options);
  assert.equal(await first.built, true);
  const folder = await first.folder;
  for (const path of [bundlePath(folder, 'say'), join(folder, '.runtime/runtime/index.mjs')])
    assert.ok(existsSync(path), path);
  const second = beginBundles(options);
  assert.deepEqual([await second.built, await second.folder], [false, folder]);
});

test('a build that its caller abandons ends, and leaves no unhandled error', async (t) => {
  const options = folders(t);
  const bundles = beginBundles(options);
  assert.equal(await bundles.built, true);
  bundles[Symbol.dispose]();
  await assert.rejects(bundles.folder, { name: 'AbortError' });
  assert.equal(existsSync(bundlePath(options.bundleDir, 'say')), false);
});

test('functions without a source are refused, and nothing is built', async (t) => {
  const { functions, bundleDir } = folders(t);
  const empty = join(scratchDir(t), 'empty');
  mkdirSync(empty);
  const bundles = beginBundles({ functions, functionsDir: empty, bundleDir });
  assert.equal(await bundles.built, false);
  await assert.rejects(bundles.folder, { code: 'FUNCTION_MISSING' });
});

test('each script has functions of its kind of environment, and that of processes has all of them', () => {
  const [drives, calls] = groupsOf(functions, false);
  assert.deepEqual([drives?.kind, drives?.functions], ['process', ofABurst.process]);
  assert.equal(calls?.kind, 'thread');
  assert.deepEqual(
    ofABurst.thread.filter((name) => !calls.functions.includes(name)),
    [],
  );
});

test('the scripts of a burst have a handler for each of its functions, and are in ASCII', async () => {
  const bundleDir = await beginBundles({ withScripts: true }).folder;
  assert.equal(bundleDir, join(project, 'dist/functions'));
  type Load = () => Promise<{ readonly handler: unknown }>;
  for (const kind of scriptKinds) {
    const path = scriptPaths(bundleDir)[kind];
    const built = runScript(path, undefined).exports as {
      readonly functions: Readonly<Record<string, Load>>;
    };
    for (const name of ofABurst[kind])
      assert.equal(typeof (await built.functions[name]?.())?.handler, 'function', name);
    assert.ok(isAscii(readFileSync(path)));
  }
});
