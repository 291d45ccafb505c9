import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { exit } from '../../bin/cli/exit-code.ts';
import events from '../../schema/run-events.schema.json' with { type: 'json' };
import { gitlab } from '../report/formats/junit-readers.ts';
import { openPipelineFolder, type PipelineFolder } from './pipeline-folder.ts';

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
/** The pipeline of a file that a block names in its first line. */
const pipeline = (file: string) => parse(blocks('yml').find((text) => text.startsWith(`# ${file}\n`)) ?? '');
const [github, compared] = ['load', 'compare'].map((name) => pipeline(`.github/workflows/${name}.yml`));
const ofGitlab = pipeline('.gitlab-ci.yml');

let location: PipelineFolder;

before(async () => {
  location = await openPipelineFolder(blocks('yaml')[0]?.replace('duration: 30s', 'duration: 1s') ?? '');
});
after(() => location.close());

/** The exit codes that a run may have here: on a busy machine it can fail or be inconclusive. */
const judged: readonly number[] = [exit.passed, exit.failed, exit.inconclusive];

describe('the pipelines of docs/ci.md', { concurrency: false }, () => {
  it('GitHub: a run writes its files, the summary of the job, and annotations for failures', {
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

  it('Jenkins: the same, and an inconclusive run makes the build unstable', {
    timeout: 110_000,
  }, async () => {
    const [text = ''] = blocks('groovy');
    const scripts = [...text.matchAll(/\bsh(?: |\(.*script: )'([^']+)'/g)].map(([, script = '']) => script);
    const [clean = '', install, run = '', report = ''] = scripts;
    assert.deepEqual([scripts.length, install], [4, 'npm ci']);
    assert.equal((await ran(clean, {})).code, 0);
    const done = await ran(run, {});
    assert.ok(judged.includes(done.code), done.said);
    assert.equal((await ran(report, {})).code, 0);
    const artifacts = /artifacts: '([^']+)'/.exec(text)?.[1]?.split(', ') ?? [];
    await checkFiles(artifacts);
    assert.deepEqual(clean.split(' ').slice(2).sort(), artifacts.sort());
    assert.match(text, new RegExp(`code == ${exit.inconclusive}\\) unstable`));
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

/**
 * The commands of the steps in a job that have this condition. Steps that install the packages or start the
 * target are left out.
 */
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

const read = (file: string): Promise<string> => location.read(file);
const ran: PipelineFolder['ran'] = (script, environment) => location.ran(script, environment);
