import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startShop } from '../../examples/shop/shop.ts';
import { commandLine, startDownpour } from '../bin/downpour.ts';

const clone = join(import.meta.dirname, '../..');

/** A project with a benchmark document, in which the scripts of a pipeline run. */
export type PipelineFolder = {
  readonly path: string;
  /** The origin of the shop, which replaces the target of the document. */
  readonly target: string;
  /** Runs a script as GitHub and GitLab do: in one shell that ends with the first line that fails. */
  readonly ran: (script: string, environment: Readonly<Record<string, string>>) => Promise<Done>;
  readonly read: (file: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type Done = { readonly code: number; readonly out: string; readonly said: string };

/**
 * Makes a project in which `npx downpour` and `node_modules/.bin/downpour` run this clone. Its target is the
 * shop, and one local API serves all runs.
 */
export async function openPipelineFolder(document: string): Promise<PipelineFolder> {
  const shop = await startShop();
  const path = await mkdtemp(join(tmpdir(), 'downpour-ci-'));
  const program = `exec "${process.execPath}" "${join(clone, commandLine)}" "$@"\n`;
  const installed = ['node_modules/.bin', 'new/node_modules/.bin'];
  for (const at of ['load', 'new/load', 'path', ...installed])
    await mkdir(join(path, at), { recursive: true });
  for (const at of ['load', 'new/load']) await writeFile(join(path, at, 'shop.hf.yaml'), document);
  const executable = { mode: 0o755 };
  for (const at of installed)
    await writeFile(join(path, at, 'downpour'), `#!/bin/sh\n${program}`, executable);
  const npx = `#!/bin/sh\ntest "$1" = downpour || exit 99\nshift\n${program}`;
  await writeFile(join(path, 'path/npx'), npx, executable);
  // The runs use this API. Without it, each run would first start its own local cloud.
  const serve = startDownpour(['serve', '--port', '0', '--json', '--data', join(path, '.downpour')]);
  await once(serve.stdout, 'data');
  return {
    path,
    target: shop.url,
    ran(script, environment) {
      const { DOWNPOUR_URL: _url, FORCE_COLOR: _colour, ...inherited } = process.env;
      const env = {
        ...inherited,
        PATH: `${join(path, 'path')}${delimiter}${inherited.PATH}`,
        ...environment,
      };
      const here = script.replaceAll(/localhost:808\d/g, new URL(shop.url).host);
      return new Promise((resolve) =>
        execFile('bash', ['-eo', 'pipefail', '-c', here], { cwd: path, env }, (error, out, err) => {
          resolve({ code: error === null ? 0 : Number(error.code), out, said: `${out}\n${err}` });
        }),
      );
    },
    read: (file) => readFile(join(path, file), 'utf8'),
    async close() {
      serve.kill('SIGINT');
      await once(serve, 'close');
      await shop.close();
      await rm(path, { recursive: true });
    },
  };
}
