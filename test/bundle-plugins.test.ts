import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Metafile, OnLoadArgs, OnLoadOptions, OnLoadResult, Plugin, PluginBuild } from 'esbuild';
import { buildPageAssets, pageAssetsInside } from '../lib/bundle/browser/page-assets.ts';
import { oneCore } from '../lib/bundle/core-chunk.ts';
import { project } from '../lib/project.ts';

/** The plugins of the bundles replace modules. These tests load a module as esbuild would. */

async function loaded(plugin: Plugin, path: string, namespace = 'file'): Promise<string | undefined> {
  const loaders: (readonly [OnLoadOptions, (args: OnLoadArgs) => unknown])[] = [];
  const onLoad = (options: OnLoadOptions, load: (args: OnLoadArgs) => unknown) =>
    loaders.push([options, load]);
  await plugin.setup({ onLoad, onResolve: () => {} } as unknown as PluginBuild);
  const found = loaders.find(([{ filter, namespace: of = 'file' }]) => of === namespace && filter.test(path));
  const result = await found?.[1]({ path, namespace, suffix: '', pluginData: undefined, with: {} });
  return (result as OnLoadResult | undefined)?.contents?.toString();
}

const moduleOf = (contents = ''): Promise<Record<string, never>> =>
  import(`data:text/javascript,${encodeURIComponent(contents)}`);

test('a built report page has the script and the styles of the page inside', async () => {
  const file = join(project, 'lib/report/page/page-assets.ts');
  const { pageAssets } = (await moduleOf(await loaded(pageAssetsInside, file))) as Record<
    string,
    () => Promise<unknown>
  >;
  const { script, styles } = await buildPageAssets();
  assert.deepEqual(await pageAssets?.(), { script, styles });
  assert.doesNotMatch(script, /\n {2}/, 'they are as short as they can be');
  assert.equal(await loaded(pageAssetsInside, join(project, 'elsewhere/page/page-assets.ts')), undefined);
});

test('entries and late modules import the core, which is all that the first entry loads before it runs', async () => {
  const at = (path: string, kind = 'import-statement') => ({ path, kind });
  const inputs = {
    'bin/program.ts': { imports: [at('lib/project.ts'), at('lib/ajv-code.ts', 'dynamic-import')] },
    'lib/project.ts': { imports: [at('lib/cors.ts')] },
    'lib/cors.ts': { imports: [] },
    'lib/ajv-code.ts': { imports: [] },
  };
  const core = oneCore({ inputs, outputs: {} } as unknown as Metafile, ['bin/program.ts']);
  assert.equal(await loaded(core, 'modules', 'core'), 'import "./lib/project.ts";\nimport "./lib/cors.ts";');
  for (const [file, imports] of [
    ['bin/program.ts', true],
    ['lib/ajv-code.ts', true],
    ['lib/cors.ts', false],
  ] as const) {
    const contents = await loaded(core, join(project, file));
    assert.equal(contents?.endsWith("\nimport 'core:';\n") ?? false, imports, file);
  }
});
