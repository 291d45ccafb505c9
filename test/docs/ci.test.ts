import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { exit } from '../../bin/cli/exit-code.ts';
import { startShop } from '../../examples/shop/shop.ts';
import events from '../../schema/run-events.schema.json' with { type: 'json' };
import { commandLine, startDownpour } from '../bin/downpour.ts';
import { gitlab } from '../report/formats/junit-readers.ts';

/**
 * The pipelines of docs/ci.md run unchanged, except that their target is the shop and their load takes a
 * second instead of half a minute.
 */

const clone = join(import.meta.dirname, '../..');
const page = await readFile(join(clone, 'docs/ci.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );
const [github, ofGitlab, compared] = blocks('yml').map((text) => parse(text));

let folder = '';
let shop: Awaited<ReturnType<typeof startShop>>;
let serve: ReturnType<typeof startDownpour>;

before(async () => {
  shop = await startShop();
  folder = await mkdtemp(join(tmpdir(), 'downpour-ci-'));
  const document = blocks('yaml')[0]?.replace('duration: 30s', 'duration: 1s') ?? '';
  const program = `exec "${process.execPath}" "${join(clone, commandLine)}" "$@"\n`;
  for (const at of ['load', 'new/load', 'new/node_modules/.bin', 'path'])
    await mkdir(join(folder, at), { recursive: true });
  for (const at of ['load', 'new/load']) await writeFile(join(folder, at, 'shop.hf.yaml'), document);
  const executable = { mode: 0o755 };
  await writeFile(join(folder, 'new/node_modules/.bin/downpour'), `#!/bin/sh\n${program}`, executable);
  await writeFile(
    join(folder, 'path/npx'),
    `#!/bin/sh\ntest "$1" = downpour || exit 99\nshift\n${program}`,
    executable,
  );
  // The runs use it instead of a local cloud of their own, which each of them would start first.
  serve = startDownpour(['serve', '--port', '0', '--json', '--data', join(folder, '.downpour')]);
  await once(serve.stdout, 'data');
});
after(async () => {
  serve.kill('SIGINT');
  await once(serve, 'close');
  await shop.close();
  await rm(folder, { recursive: true });
});

/** A busy machine decides which of these it is. */
const judged: readonly number[] = [exit.passed, exit.failed, exit.inconclusive];

describe('the pipelines of docs/ci.md', { concurrency: false }, () => {
  it('GitHub: a run leaves its files, the summary of the job and what went wrong as annotations', {
    timeout: 110_000,
  }, async () => {
    const { steps } = github.jobs.load;
    const done = await ran(stepsToRun(steps), { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'step.md' });
    assert.equal((await ran(stepsToRun(steps, '${{ !cancelled() }}'), {})).code, 0);
    assert.ok(judged.includes(done.code), done.said);
    assert.match(done.out, /^shop {2}(passed|failed|inconclusive)/);
    assert.equal(/^::(error|warning) title=shop/m.test(done.out), done.code !== exit.passed, done.out);
    assert.match(await read('step.md'), /^## \S+ shop: (passed|failed|inconclusive)\n/);
    await checkFiles(
      steps
        .find(({ uses = '' }: Step) => uses.includes('upload-artifact'))
        .with.path.trim()
        .split('\n'),
    );
  });

  it('GitLab: the same, and an inconclusive run need not fail the pipeline', {
    timeout: 110_000,
  }, async () => {
    const { script, after_script: behind, variables, artifacts, allow_failure: allowed } = ofGitlab.load;
    const lines = script.filter((line: string) => line !== 'npm ci').join('\n');
    const done = await ran(lines.replaceAll('$TARGET', variables.TARGET), {});
    assert.ok(judged.includes(done.code), done.said);
    assert.match(done.out, /^shop {2}/);
    assert.equal((await ran(behind.join('\n'), {})).code, 0);
    await checkFiles([artifacts.reports.junit, ...artifacts.paths]);
    assert.match(await read('summary.md'), /^## \S+ shop: /);
    assert.deepEqual(allowed.exit_codes, [exit.inconclusive]);
  });

  it('two versions are run in turn and compared', { timeout: 110_000 }, async () => {
    const steps = stepsToRun(compared.jobs.compare.steps);
    assert.match(steps, /for n in 1 2 3 4 5;/);
    const done = await ran(steps.replace('1 2 3 4 5', '1 2'), {});
    assert.ok(judged.includes(done.code), done.said);
    assert.match(done.out, /worse|cannot tell|invalid/);
    assert.equal(JSON.parse(await read('new-2.json')).info.benchmark, 'shop');
  });
});

it('a second in lines of JSON has the members that the API gives it', async () => {
  const { components } = parse(await readFile(join(clone, 'schema/openapi.json'), 'utf8'));
  const { event: _event, at: _at, phase: _phase, ...members } = events.definitions.second.properties;
  assert.deepEqual(
    Object.keys(members).sort(),
    Object.keys(components.schemas.PhaseSecond.properties).sort(),
  );
});

type Step = { readonly uses?: string; readonly name?: string; readonly run?: string; readonly if?: string };

/** The steps that a job runs under a condition, without its own installation and its own target. */
const stepsToRun = (steps: readonly Step[], condition?: string): string =>
  steps
    .filter((step) => step.if === condition)
    .flatMap(({ name = '', run = 'npm ci' }) => (/^Start /.test(name) || /^npm ci/.test(run) ? [] : [run]))
    .join('\n');

async function checkFiles(files: readonly string[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await read(file));
  assert.equal(JSON.parse(texts.get('run.json') ?? '').info.benchmark, 'shop');
  const tests = [...gitlab(texts.get('junit.xml') ?? '').keys()];
  assert.ok(
    tests.some((name) => /^shop\..*browse: p99 below 250ms$/.test(name)),
    tests.join(),
  );
}

const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');

type Done = { readonly code: number; readonly out: string; readonly said: string };

/** As GitHub and GitLab run it: in one shell that ends with the first line that fails. */
function ran(script: string, environment: Readonly<Record<string, string>>): Promise<Done> {
  const { DOWNPOUR_URL: _url, FORCE_COLOR: _colour, ...inherited } = process.env;
  const env = { ...inherited, PATH: `${join(folder, 'path')}${delimiter}${inherited.PATH}`, ...environment };
  const here = script.replaceAll(/localhost:808\d/g, new URL(shop.url).host);
  return new Promise((resolve) =>
    execFile('bash', ['-eo', 'pipefail', '-c', here], { cwd: folder, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, said: `${out}\n${err}` });
    }),
  );
}
