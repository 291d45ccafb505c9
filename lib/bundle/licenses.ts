import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functions } from '../functions.ts';
import { project } from '../project.ts';
import { buildPageAssets } from './browser/page-assets.ts';
import { build } from './build.ts';
import { programOptions } from './program.ts';

/**
 * Collects the licences of all packages with code inside the bundles. Most licences require a copy in each
 * distribution.
 */
export async function licenses(): Promise<string> {
  const entryPoints = [...programOptions.entryPoints, ...functions.map(({ name }) => `functions/${name}.ts`)];
  const outputs = await build(join(project, 'dist'), { ...programOptions, entryPoints });
  const inside = [...outputs, await buildPageAssets()];
  const packages = [...new Set(inside.flatMap((output) => output.packages))].toSorted();
  const byText = Map.groupBy(packages.map(licensed), ({ text }) => text);
  const sections = [...byText].map(([text, those]) =>
    [...those.map(({ title }) => title), '', text].join('\n'),
  );
  return `${['Downpour contains code of these packages.', ...sections].join(`\n\n${'-'.repeat(80)}\n`)}\n`;
}

function licensed(folder: string): { readonly title: string; readonly text: string } {
  const path = join(project, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  const files = readdirSync(path).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const text = files.map((file) => readFileSync(join(path, file), 'utf8').trim()).join('\n\n');
  const kind = typeof license === 'string' ? license : (license?.type ?? 'see its text');
  return { title: `${name} ${version}: ${kind}`, text };
}

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type?: string };
};
