import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Template, wholeTemplate } from '../../lib/cloud/nesting/joined-template.ts';
import { functions } from '../../lib/functions.ts';
import { project } from '../../lib/project.ts';
import { userEnvironment } from './packed.ts';

const run = promisify(execFile);
const modules = join(project, 'node_modules');

/** Copies the example apps, and links the CDK and the compiler, into a project that has only the package. */
export function addCdkApps(folder: string): void {
  const apps = join(folder, 'node_modules', 'downpour', 'examples', 'cdk');
  for (const name of readdirSync(apps)) {
    const text = readFileSync(join(apps, name), 'utf8');
    // The rules of CloudFormation take three seconds for each app, so they are off. app-rules.test.ts applies
    // them.
    writeFileSync(
      join(folder, name),
      text.replace('new App()', 'new App({ builtinCloudFormationValidation: false })'),
    );
  }
  linkCdk(folder);
  cpSync(join(modules, '@types', 'node'), join(folder, 'node_modules', '@types', 'node'), {
    recursive: true,
  });
  cpSync(join(modules, 'undici-types'), join(folder, 'node_modules', 'undici-types'), { recursive: true });
}

/** Links the CDK of this clone into a project. */
export function linkCdk(folder: string): void {
  for (const name of ['aws-cdk-lib', 'constructs'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name), 'junction');
}

/** Compiles an app as the CDK's own template for apps does. The types of libraries are checked too. */
export async function checkTypes(folder: string, app: string): Promise<void> {
  const compiler = join(modules, 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const told = await run(process.execPath, [compiler, ...options, app], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  assert.equal(told.stdout, '');
}

/** Runs an app, and returns its folder with all resources of its stack. */
export async function synthesiseApp(
  folder: string,
  app: string,
  node: string,
): Promise<{ readonly out: string; readonly template: Template }> {
  const out = join(folder, `${app}.out`);
  await run(node, [app], { cwd: folder, env: { ...userEnvironment(node), CDK_OUTDIR: out } });
  const read = (file: string): unknown => JSON.parse(readFileSync(join(out, file), 'utf8'));
  return { out, template: wholeTemplate('Load', read) };
}

/** Checks that each function has a folder of code, and that the handlers of some functions can be loaded. */
export async function loadHandlers(out: string): Promise<void> {
  const assets = readdirSync(out).filter((name) => name.startsWith('asset.'));
  const entries = functions.map(({ name }) => {
    const found = assets
      .map((asset) => join(out, asset, name, 'index.mjs'))
      .filter((file) => existsSync(file));
    assert.equal(found.length, 1, name);
    return [name, found[0] ?? ''] as const;
  });
  const tried = ['api/config', 'api/burst-start', 'driver/drive', 'work/perform'];
  const urls = entries.flatMap(([name, file]) => (tried.includes(name) ? [pathToFileURL(file).href] : []));
  const script = 'for (const url of process.argv.slice(1)) console.log(typeof (await import(url)).handler)';
  const parameters = ['--input-type=module', '-e', script, ...urls];
  const { stdout } = await run(process.execPath, parameters, { env: userEnvironment(process.execPath) });
  assert.equal(stdout, 'function\n'.repeat(tried.length));
}
