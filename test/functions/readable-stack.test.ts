import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readableStack } from '../../functions/readable-stack.ts';
import { bundleFunctions, bundlePath } from '../../lib/bundle.ts';
import { scratchDir } from '../local/scratch.ts';

test('a stack of a bundle names the lines of the sources, and any other is left as it is', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  writeFileSync(
    join(source, 'broken.ts'),
    "type Nothing = undefined;\n\nfunction refuse(why: string | Nothing): never {\n  throw new Error(why);\n}\n\nexport const handler = (): never => refuse('no');\n",
  );
  await bundleFunctions(out, ['broken'], { source });
  const { handler } = await import(pathToFileURL(bundlePath(out, 'broken')).href);
  try {
    handler();
    assert.fail('it throws');
  } catch (error) {
    const { stack = '' } = error as Error;
    assert.match(stack, /broken\/index\.mjs:\d+:\d+/);
    assert.match(readableStack(stack), /^Error: no\n.*broken\.ts:4:\d+\)?\n.*broken\.ts:7:\d+/);
  }
  const own = new Error('here').stack ?? '';
  assert.equal(readableStack(own), own);
  assert.equal(readableStack('at /nowhere/at/all.mjs:1:2'), 'at /nowhere/at/all.mjs:1:2');
  // A message may contain a text of a user. A careless regular expression would scan the text again from each
  // of its characters.
  const slashes = `Error: ${'/'.repeat(300_000)}`;
  assert.equal(readableStack(slashes), slashes);
});
