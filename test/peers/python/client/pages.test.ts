import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { project } from '../../../../lib/project.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { runPython } from './client.ts';
import { openStage } from './stage.ts';

suite('the code blocks of pages about the client for Python', { timeout: 120_000 }, () => {
  const scope = suiteScope();
  let env: Readonly<Record<string, string>> = {};
  before(async () => {
    const { url, key, target } = await openStage(scope);
    env = { DOWNPOUR_URL: url, DOWNPOUR_API_KEY: key, TARGET: target };
  });

  for (const page of ['clients/python/README.md', 'docs/client.md'])
    test(`${page} runs as it is`, async () => {
      const file = join(project, page);
      const blocks = (await readFile(file, 'utf8')).match(/^```python$/gm)?.length ?? 0;
      assert.ok(blocks > 0);
      const output = await runPython(['blocks.py', file], { env });
      assert.match(output, new RegExp(`blocks: ${blocks}\\n$`));
    });
});
