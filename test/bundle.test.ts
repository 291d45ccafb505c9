import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundleFunctions, bundlePath } from '../lib/bundle.ts';
import { scratchDir } from './local/scratch.ts';

const fixtures = join(import.meta.dirname, 'local/fixtures/functions');

test('a bundle stands alone: one module with a handler and all that it imports', async (t) => {
  const out = scratchDir(t);
  const source = scratchDir(t);
  writeFileSync(join(source, 'document.yaml'), 'a: 1\n');
  writeFileSync(
    join(source, 'reader.ts'),
    "import text from './document.yaml';\nexport const handler = (name: string): string => text + name;\n",
  );
  await bundleFunctions(out, ['reader'], { source });
  assert.deepEqual(readdirSync(join(out, 'reader')), ['index.mjs']);
  const { handler } = await import(pathToFileURL(bundlePath(out, 'reader')).href);
  assert.equal(handler('b'), 'a: 1\nb');
});

test('the same sources give the same bytes, also when two builds run at once', async (t) => {
  const [first, second] = [scratchDir(t), scratchDir(t)];
  const build = (out: string) => bundleFunctions(out, ['api/behave', 'driver/behave'], { source: fixtures });
  await Promise.all([build(first), build(first), build(second)]);
  for (const name of ['api/behave', 'driver/behave']) {
    assert.deepEqual(readFileSync(bundlePath(first, name)), readFileSync(bundlePath(second, name)));
  }
  const left = readdirSync(first, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tmp'),
  );
  assert.deepEqual(left, []);
});

test('a bundle is built again only when a file that went into it has changed', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  mkdirSync(join(source, 'api'));
  copyFileSync(join(fixtures, 'api/behave.ts'), join(source, 'api/behave.ts'));
  writeFileSync(join(source, 'word.ts'), "export const word = 'one';\n");
  writeFileSync(
    join(source, 'say.ts'),
    "import { word } from './word.ts';\nexport const handler = () => word;\n",
  );
  const stamps = () => ['api/behave', 'say'].map((name) => statSync(bundlePath(out, name)).ino);
  const build = () => bundleFunctions(out, ['api/behave', 'say'], { source });
  await build();
  const [behave, say] = stamps();
  await build();
  assert.deepEqual(stamps(), [behave, say]);
  writeFileSync(join(source, 'word.ts'), "export const word = 'two';\n");
  await build();
  assert.equal(stamps()[0], behave);
  assert.notEqual(stamps()[1], say);
});

test('entry files that do not exist are all named, and nothing is built', async (t) => {
  const out = scratchDir(t);
  const build = bundleFunctions(out, ['api/behave', 'api/none', 'driver/none'], { source: fixtures });
  await assert.rejects(build, {
    code: 'FUNCTION_MISSING',
    message: /2 functions.*api\/none\.ts.*driver\/none\.ts/,
  });
  assert.equal(existsSync(bundlePath(out, 'api/behave')), false);
});
