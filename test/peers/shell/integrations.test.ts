import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { parse } from 'yaml';
import { exit } from '../../../bin/cli/exit-code.ts';
import { openPipelineFolder, type PipelineFolder } from '../../docs/pipeline-folder.ts';

/**
 * The action for GitHub and the template for GitLab run against the shop. An interpreter of some lines runs
 * the steps of the action, and `gitlab-ci-local` runs the template.
 */

const clone = join(import.meta.dirname, '../../..');
const document = `name: shop
http: { host: !param HOST http://localhost:8080, sharedConnections: 50 }
usersPerSec: 20
duration: 1s
scenario:
- browse:
  - httpRequest:
      GET: /
      sla: { limits: { "0.99": !param P99 10s } }
`;

type Step = {
  readonly id?: string;
  readonly if?: string;
  readonly env: Record<string, string>;
  readonly run: string;
};
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
type Inputs = Readonly<Record<string, string>>;
type Job = {
  readonly code: number;
  readonly out: string;
  readonly outputs: Readonly<Record<string, string>>;
};

suite('integrations', () => {
  let place: PipelineFolder;
  before(async () => {
    place = await openPipelineFolder(document);
  });
  after(() => place.close());

  /** Runs the steps of the action in the order of the file, as a job of a pull request. */
  async function act(inputs: Inputs, event = 'pull_request'): Promise<Job> {
    const folder = join(clone, 'integrations/github');
    const action = parse(await readFile(join(folder, 'action.yml'), 'utf8')) as Action;
    const output = join(place.path, `output-${Math.random()}`);
    const known = new Map<string, string>([
      ['github.token', 'token'],
      ['github.event_name', event],
      ['github.event.pull_request.number', '7'],
    ]);
    for (const [name, { default: usual, required }] of Object.entries(action.inputs)) {
      assert.ok(!required || inputs[name], `the input ${name} is required`);
      known.set(`inputs.${name}`, inputs[name] ?? filled(usual ?? '', known));
    }
    const said: string[] = [];
    for (const step of action.runs.steps) {
      if (step.if !== undefined && !isTrue(step.if, known)) continue;
      await writeFile(output, '');
      const { code, out } = await place.ran(step.run, {
        ...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filled(text, known)])),
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: folder,
        GITHUB_OUTPUT: output,
        GITHUB_REPOSITORY: 'ada/shop',
        GITHUB_STEP_SUMMARY: join(place.path, 'step.md'),
      });
      said.push(out);
      for (const line of (await readFile(output, 'utf8')).trim().split('\n')) {
        const [name, value = ''] = line.split('=');
        known.set(`steps.${step.id}.outputs.${name}`, value);
      }
      const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, known)]);
      if (code !== 0) return { code, out: said.join(''), outputs: Object.fromEntries(outputs) };
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, known)]);
    return { code: 0, out: said.join(''), outputs: Object.fromEntries(outputs) };
  }

  const shop = { document: 'load/shop.hf.yaml', inconclusive: 'pass' };
  const target = (): string => `HOST=${place.target}`;

  test('the action runs a document, and leaves its files and its exit code', async () => {
    const job = await act({ ...shop, parameters: `${target()}\nP99=10s\n`, runs: '2' });
    assert.equal(job.code, 0, job.out);
    assert.ok(['0', '4'].includes(job.outputs['exit-code'] ?? ''), job.out);
    for (const n of [1, 2])
      assert.equal(JSON.parse(await place.read(`downpour-results/run-${n}.json`)).info.benchmark, 'shop');
    for (const file of ['run-1.xml', 'run-2.html']) assert.ok(await place.read(`downpour-results/${file}`));
    const summary = await place.read('downpour-results/summary.md');
    assert.equal(summary.match(/^## \S+ shop: /gm)?.length, 2);
  });

  test('a broken limit fails the job, and a busy machine need not', async () => {
    const job = await act({ ...shop, parameters: `${target()}\nP99=1ns` });
    const expected = { [exit.failed]: exit.failed, [exit.inconclusive]: 0 }[job.outputs['exit-code'] ?? ''];
    assert.equal(job.code, expected, job.out);
    assert.match(job.out, /^::(error|warning) title=shop/m);
    assert.match(await place.read('step.md'), /p99|99 %/);
  });

  test('the worst of several runs decides', async () => {
    const { passed, failed, refused, incomplete, inconclusive } = exit;
    const installed = join(place.path, 'node_modules/.bin/downpour');
    const real = await readFile(installed);
    const codes = join(place.path, 'codes');
    const stub = `[ "$1" = run ] || exit 1; code=$(head -n 1 '${codes}'); sed -i 1d '${codes}'; exit "$code"`;
    await writeFile(installed, `#!/bin/sh\n${stub}\n`);
    for (const [first, second, worst] of [
      [passed, passed, passed],
      [passed, inconclusive, inconclusive],
      [inconclusive, passed, inconclusive],
      [inconclusive, failed, failed],
      [failed, inconclusive, failed],
      [failed, incomplete, incomplete],
      [refused, failed, refused],
    ]) {
      await writeFile(codes, `${first}\n${second}\n`);
      const job = await act({ document: 'load/shop.hf.yaml', runs: '2', folder: 'stub' });
      assert.deepEqual([job.outputs['exit-code'], job.code], [`${worst}`, worst]);
    }
    await writeFile(installed, real);
  });

  test('a comparison with an older run is in the summary, and its gate judges', async () => {
    const baseline = join(place.path, 'old.json');
    await copyFile(join(place.path, 'downpour-results/run-1.json'), baseline);
    const job = await act({ ...shop, parameters: target(), baseline: 'old.json', 'fail-on': 'p99:1000000%' });
    assert.notEqual(job.outputs['exit-code'], '2', job.out);
    assert.match(await place.read('downpour-results/summary.md'), /```text\n[^`]*p99/);
  });

  test('a mistake in the document fails the job, and leaves no page', async () => {
    await writeFile(join(place.path, 'load/bad.hf.yaml'), 'name: bad\n');
    const job = await act({ document: 'load/bad.hf.yaml', folder: 'bad', 'fail-on': 'p99:10%' });
    assert.equal(job.code, exit.refused);
    assert.match(job.out, /^::warning::fail-on has no effect without baseline/m);
    assert.equal(existsSync(join(place.path, 'bad/run-1.html')), false);
  });

  test('a folder with an earlier run shows only what this job ran', async () => {
    await mkdir(join(place.path, 'kept'), { recursive: true });
    await copyFile(join(place.path, 'downpour-results/run-1.json'), join(place.path, 'kept/run-1.json'));
    const job = await act({ ...shop, parameters: 'HOST', folder: 'kept', baseline: 'old.json' });
    assert.equal(job.code, exit.refused);
    assert.doesNotMatch(job.out, /Cannot read/);
    assert.equal(existsSync(join(place.path, 'kept/run-1.json')), false);
    assert.match(await place.read('kept/summary.md'), /^## load\/shop\.hf\.yaml did not run: exit code 2$/m);
  });

  test('an invalid number of runs fails the job', async () => {
    for (const runs of ['0', 'many', 'a[$(touch made)]']) {
      const job = await act({ document: 'load/shop.hf.yaml', runs });
      assert.equal(job.code, exit.refused);
      assert.match(job.out, /::error::runs must be a whole number from 1 to 999, found '.*'/);
    }
    assert.equal(existsSync(join(place.path, 'made')), false);
  });

  test('each line of the input fail-on is a gate', async () => {
    const gates = { baseline: 'old.json', 'fail-on': 'p99:1000000%\nnonsense\n' };
    const job = await act({ ...shop, parameters: target(), ...gates });
    assert.equal(job.code, exit.refused, job.out);
    assert.match(await place.read('downpour-results/summary.md'), /```text\n[^`]*nonsense/);
  });

  test('the comment of a pull request is made once, and replaced later', async () => {
    await mkdir(join(place.path, 'path'), { recursive: true });
    const gh = join(place.path, 'path/gh');
    const calls = join(place.path, 'gh.calls');
    const old = join(place.path, 'gh.old');
    await writeFile(old, '[]');
    await writeFile(gh, `#!/bin/sh\necho "$@" >> '${calls}'\n[ "$4" != --jq ] || jq -r "$5" '${old}'\n`, {
      mode: 0o755,
    });
    const inputs = { ...shop, parameters: target(), comment: 'true' };
    await act(inputs);
    const comments = [
      { id: 811, body: '<!-- downpour load/other.hf.yaml -->' },
      { id: 812, body: '<!-- downpour load/shop.hf.yaml -->\n## earlier' },
    ];
    await writeFile(old, JSON.stringify(comments));
    await act(inputs);
    await act(inputs, 'push');
    const body = await place.read('downpour-results/comment.md');
    await writeFile(join(place.path, 'downpour-results/summary.md'), `${'x'.repeat(999)}\n`.repeat(99));
    await place.ran(`bash '${join(clone, 'integrations/github/comment.sh')}'`, {
      ...{ DOCUMENT: 'x', FOLDER: 'downpour-results', PULL_REQUEST: '7', GITHUB_REPOSITORY: 'ada/none' },
    });
    assert.match(await place.read('downpour-results/comment.md'), /^.{8,}\n(x{999}\n){60}\n\.\.\.\n$/);
    const sent = (await readFile(calls, 'utf8'))
      .trim()
      .split('\n')
      .filter((line) => !line.includes('--jq') && !line.includes('ada/none'));
    assert.deepEqual(sent, [
      'api --method POST repos/ada/shop/issues/7/comments --field body=@downpour-results/comment.md --silent',
      'api --method PATCH repos/ada/shop/issues/comments/812 --field body=@downpour-results/comment.md --silent',
    ]);
    assert.match(body, /^<!-- downpour load\/shop.hf.yaml -->\n## /);
    // The token of a fork may only read.
    await writeFile(gh, '#!/bin/sh\necho "gh: Resource not accessible by integration" >&2; exit 1\n');
    const forked = await act(inputs);
    assert.match(forked.out, /^::warning::the summary was not written as a comment/m);
    assert.equal(forked.code, 0);
  });

  test('the hook for pre-commit checks the documents that match its pattern', async () => {
    const [hook] = parse(await readFile(join(clone, '.pre-commit-hooks.yaml'), 'utf8'));
    assert.deepEqual(
      ['load/shop.hf.yaml', 'shop.hf.json', 'compose.yaml'].map((file) => new RegExp(hook.files).test(file)),
      [true, true, false],
    );
    const entry = hook.entry.replace('npx --no ', 'npx ');
    assert.equal((await place.ran(`${entry} load/shop.hf.yaml`, {})).code, exit.passed);
    const both = await place.ran(`${entry} load/shop.hf.yaml load/bad.hf.yaml`, {});
    assert.equal(both.code, exit.refused);
    assert.match(both.out, /shop\.hf\.yaml is valid[\s\S]*bad\.hf\.yaml has \d problems?/);
  });

  test('the template for GitLab follows the schema of GitLab, and runs', async () => {
    const from = join(clone, 'integrations/gitlab/load.gitlab-ci.yml');
    await copyFile(from, join(place.path, 'load.gitlab-ci.yml'));
    const inputs = `{ document: load/shop.hf.yaml, parameters: -P ${target()} }`;
    const pipeline = `include:\n  - { local: load.gitlab-ci.yml, inputs: ${inputs} }\n`;
    await writeFile(join(place.path, '.gitlab-ci.yml'), pipeline);
    // Replaces npm, so that the job uses this clone instead of an installed package.
    await writeFile(join(place.path, 'path/npm'), '#!/bin/sh\n', { mode: 0o755 });
    const git = 'git -c user.name=ada -c user.email=ada@example.com';
    const prepared = `git init --quiet --initial-branch main; git remote add origin git@gitlab.com:ada/shop.git
printf '%s\\n' .downpour path new node_modules downpour-results > .gitignore
git add --all; ${git} commit --quiet --message shop`;
    assert.equal((await place.ran(prepared, {})).code, 0);
    const runner = join(clone, 'node_modules/.bin/gitlab-ci-local');
    const line = `'${process.execPath}' '${runner}' --force-shell-executor --no-shell-isolation load`;
    const done = await place.ran(line, {});
    assert.match(done.said, /json schema validated/);
    assert.match(done.said, /(PASS|WARN|FAIL).* load/);
    assert.match(await place.read('summary.md'), /^## \S+ shop: /);
    assert.ok(await place.read('report.html'));
  });
});

/** Replaces each `${{ ... }}` in a text by its value. */
function filled(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
    const value = known.get(name);
    assert.ok(value !== undefined, `nothing is called ${name}`);
    return value;
  });
}

/** The value of a condition: equalities, joined by `&&`. */
function isTrue(condition: string, known: ReadonlyMap<string, string>): boolean {
  return condition.split(' && ').every((equality) => {
    const [, name = '', value] = /^([\w.-]+) == '([^']*)'$/.exec(equality) ?? [];
    assert.ok(known.has(name), `cannot judge ${equality}`);
    return known.get(name) === value;
  });
}
