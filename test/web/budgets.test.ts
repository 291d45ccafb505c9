import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type BuiltWeb, buildWebAssets } from '../../lib/bundle/browser/web-assets.ts';
import { type ScreenName, screens } from '../../lib/web/addresses/table.ts';

/**
 * The limits of bytes (compressed by gzip) that a browser loads, so that it loads only the code of the
 * visible screen.
 */
const budgets = { firstScreen: 45_000, anyScreen: 110_000, styles: 15_000, scripts: 4 } as const;

describe('the pages stay small', () => {
  let built: BuiltWeb;
  before(async () => {
    built = await buildWebAssets();
  });

  for (const screen of Object.keys(screens) as ScreenName[])
    it(`the scripts of ${screen} are within their budget`, (t) => {
      const files = scriptsOf(built, fileOf(screen));
      const size = sum(files.map((file) => sizeOf(built, file)));
      t.diagnostic(`${screen}: ${files.length} files, ${size} bytes of gzip`);
      const budget = screen === 'now' ? budgets.firstScreen : budgets.anyScreen;
      assert.ok(size <= budget, `${size} of ${budget} bytes: ${files.join(', ')}`);
    });

  it('the first screen needs few requests', () => {
    const files = scriptsOf(built, fileOf('now'));
    assert.ok(files.length <= budgets.scripts, files.join(', '));
  });

  it('the palette is loaded only when a person opens it', () => {
    const palette = outputOf(built, 'lib/web/shell/palette/palette.tsx');
    for (const screen of Object.keys(screens) as ScreenName[])
      assert.ok(!scriptsOf(built, fileOf(screen)).some((file) => palette.endsWith(file)), screen);
  });

  it('the styles are within their budget', () => {
    const size = sum(
      Object.keys(built.files).map((file) => (file.endsWith('.css') ? sizeOf(built, file) : 0)),
    );
    assert.ok(size > 0 && size <= budgets.styles, `${size} of ${budgets.styles} bytes`);
  });

  it('every file has the licences of the libraries in it', () => {
    const texts = Object.values(built.files).map(({ gzip }) =>
      String(gunzipSync(Buffer.from(gzip, 'base64'))),
    );
    for (const library of new Set(built.packages.map((folder) => folder.replace(/^.*node_modules\//, ''))))
      assert.ok(
        texts.some((text) => text.includes(`/* ${library}: `) && /Copyright/i.test(text)),
        library,
      );
  });

  it('every screen has code of its own', () => {
    const sources = (Object.keys(screens) as ScreenName[]).map(fileOf);
    for (const source of sources) assert.ok(outputOf(built, source), source);
  });
});

/** The source file of a screen, by the table of screens. */
function fileOf(screen: ScreenName): string {
  const table = readFileSync(join(import.meta.dirname, '../../lib/web/screens.ts'), 'utf8');
  const file = new RegExp(`\\b${screen}: \\(\\) => import\\('\\./([^']+)'\\)`).exec(table)?.[1];
  assert.ok(file, `lib/web/screens.ts has no ${screen}`);
  return `lib/web/${file}`;
}

function outputOf({ metafile }: BuiltWeb, entry: string): string {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0];
  assert.ok(found, `${entry} is in no file of its own`);
  return found;
}

/** All files that a browser loads before it can show a screen: those of the frame and those of the screen. */
function scriptsOf(built: BuiltWeb, screen: string): readonly string[] {
  const seen = new Set([outputOf(built, 'lib/web/main.tsx'), outputOf(built, screen)]);
  for (const path of seen)
    for (const { path: next, kind } of built.metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') seen.add(next);
  return [...seen].map((path) => path.slice(path.lastIndexOf('/') + 1));
}

function sizeOf({ files }: BuiltWeb, name: string): number {
  const file = files[name];
  assert.ok(file, name);
  return Buffer.from(file.gzip, 'base64').length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
