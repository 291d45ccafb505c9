import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { resultEvent } from '../../../bin/burst/json-lines.ts';
import { type OutputOptions, type Outputs, openOutputs } from '../../../bin/burst/outputs.ts';
import type { BurstResult } from '../../../bin/burst/run-burst.ts';
import type { BurstStatus } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { madeRun, well } from '../../driver/run/records.ts';
import { gitlab } from '../../report/formats/junit-readers.ts';
import { captured } from '../captured.ts';
import { eventsOf } from './json-line.ts';

const run = await madeRun({
  drives: [{ seconds: well(10, { latencyNs: 3e8 }) }],
  sla: '{ limits: { "0.99": 250ms } }',
});
const status: BurstStatus = { id: 'b1', benchmark: 'made', state: 'failed', runId: 12, phases: [] };
const failed: BurstResult = { code: 1, status, run, text: JSON.stringify(run) };
const noRun: BurstResult = {
  code: 3,
  status: { id: 'b1', benchmark: 'made', state: 'incomplete', reason: 'Merge failed', phases: [] },
};

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
});
after(() => rm(folder, { recursive: true }));

test('a run that failed leaves all files, and a line about each', async () => {
  const { files, err } = await kept(failed, ['json', 'junit', 'summary']);
  assert.equal(JSON.parse(files.json ?? '').state, 'failed');
  assert.equal(gitlab(files.junit ?? '').get('made.main.browse: p99 below 250ms')?.status, 'failure');
  assert.match(files.summary ?? '', /^## ❌ made: failed\n/);
  // The id of a run has no meaning on another machine, so the summary names the file.
  assert.match(files.summary ?? '', /\ndownpour report \S+-json -o report\.html\n/);
  const served = { DOWNPOUR_URL: 'https://load.example.com' };
  const elsewhere = await kept(failed, ['json', 'summary'], {}, served);
  assert.match(elsewhere.files.summary ?? '', /\ndownpour report 12 -o run-12\.html\n/);
  assert.equal(err.match(/^Wrote the (run document|limits|summary) to /gm)?.length, 3);
  assert.equal((await kept(failed, ['junit'], { quiet: true })).err, '');
});

test('without a run document the reason is an error, and there is no document of the run', async () => {
  const rows: readonly (readonly [BurstResult, string])[] = [
    [noRun, 'Merge failed'],
    [{ ...noRun, left: true }, 'you left the command before the end of the run'],
    [{ ...noRun, status: { ...status, phases: [failedPhase] } }, 'nobody listens'],
    [{ ...noRun, status }, 'no run was stored'],
  ];
  for (const [result, reason] of rows) {
    const { files } = await kept(result, ['json', 'junit', 'summary']);
    assert.deepEqual(
      [...gitlab(files.junit ?? '')],
      [['made: the run can be judged', { status: 'error', output: reason }]],
    );
    assert.equal(files.summary, `## ⛔ made: no run\n\n${reason}\n`);
    const { event, at, ...reported } = eventsOf([files.json ?? ''])[0] ?? {};
    const { code, status: ended } = result;
    assert.deepEqual(
      [event, typeof at, reported.exitCode, reported.reason],
      ['result', 'number', code, reason],
    );
    assert.deepEqual([reported.state, reported.benchmark], [ended.state, 'made']);
  }
});

test('an earlier run document is replaced when this run has none', async () => {
  const { outputs, read, place } = await opened(['json']);
  await writeFile(place('json'), '{"state":"passed"}');
  await outputs.keep(noRun);
  assert.equal(JSON.parse((await read()).json ?? '').state, 'incomplete');
});

test('a mistake leaves what an earlier run has written, and says in a new file what it is', async () => {
  const mistakes = [
    new DownpourError('DOCUMENT_INVALID', 400, 'a.hf.yaml has 2 problems, so nothing was started'),
    new DownpourError('FILE_UNUSABLE', 400, 'Cannot read a.hf.yaml: there is no such file'),
    new DownpourError('HOOKS_NOT_ALLOWED', 400, 'Nothing was started'),
    new DownpourError('UNAUTHORIZED', 401, 'This operation needs a valid API key'),
  ];
  for (const mistake of mistakes) {
    const { outputs, read, place } = await opened(['json', 'junit', 'summary']);
    await writeFile(place('json'), 'old json');
    await writeFile(place('junit'), 'old junit');
    await assert.rejects(
      outputs.around(() => Promise.reject(mistake)),
      mistake,
    );
    const { json, junit, summary } = await read();
    assert.deepEqual([json, junit], ['old json', 'old junit']);
    assert.equal(summary, `## ⛔ a.hf.yaml: no run\n\n${mistake.message}\n`);
    const fresh = await opened(['json']);
    await assert.rejects(
      fresh.outputs.around(() => Promise.reject(mistake)),
      mistake,
    );
    const [reported = {}] = eventsOf([(await fresh.read()).json ?? '']);
    const { code, message } = mistake;
    assert.deepEqual([reported.exitCode, reported.state, reported.reason], [2, 'failed', message]);
    assert.deepEqual(reported.error, { code, message });
  }
});

test('an outcome other than a mistake replaces the files of an earlier run: a lost API, a failed hook, a stop', async () => {
  const reasons: [() => Promise<number>, state: string, reason: RegExp][] = [
    [
      () => Promise.reject(new DownpourError('API_UNREACHABLE', 503, 'no answer')),
      'incomplete',
      /^no answer$/,
    ],
    [
      () => Promise.reject(new DownpourError('HOOK_FAILED', 400, "pre hook 'a' failed")),
      'failed',
      /^pre hook/,
    ],
    [() => Promise.resolve(130), 'stopped', /^the run was stopped before it began$/],
  ];
  for (const [run, state, reason] of reasons) {
    const { outputs, read, place } = await opened(['json']);
    await writeFile(place('json'), 'old json');
    await outputs.around(run).catch(() => undefined);
    const [reported = {}] = eventsOf([(await read()).json ?? '']);
    assert.equal(reported.state, state);
    assert.match(String(reported.reason), reason);
  }
});

test('an API key that is revoked during the run is no mistake, so the files of an earlier run are replaced', async () => {
  const { outputs, read, place } = await opened(['json']);
  await writeFile(place('json'), 'old json');
  const revoked = new DownpourError('UNAUTHORIZED', 401, 'the key is revoked');
  const run = async (): Promise<number> => {
    for (const watch of outputs.watchers) watch(status);
    throw revoked;
  };
  await assert.rejects(outputs.around(run), revoked);
  const [reported = {}] = eventsOf([(await read()).json ?? '']);
  assert.equal(reported.reason, revoked.message);
});

test('the reason why a run did not begin is written too, under the name of its file, and thrown', async () => {
  const { outputs, read } = await opened(['junit', 'summary']);
  const refusal = new DownpourError(
    'DOCUMENT_INVALID',
    400,
    'a.hf.yaml has 2 problems, so nothing was started',
  );
  await assert.rejects(
    outputs.around(() => Promise.reject(refusal)),
    refusal,
  );
  const tests = gitlab((await read()).junit ?? '');
  assert.deepEqual(
    [...tests],
    [['a_hf_yaml: the run can be judged', { status: 'error', output: refusal.message }]],
  );
});

test('an event after the files were written does not change them', async () => {
  const { outputs, read } = await opened(['junit']);
  const late = outputs.around(async () => {
    await outputs.keep(failed);
    throw new DownpourError('HOOK_FAILED', 400, 'too late');
  });
  await assert.rejects(late, /too late/);
  assert.ok(gitlab((await read()).junit ?? '').has('made.main.browse: p99 below 250ms'));
});

test('a file that cannot be written any more does not keep the others from being written', async () => {
  const { outputs, read, place } = await opened(['json', 'junit', 'summary']);
  await mkdir(place('json'));
  await assert.rejects(outputs.keep(failed), /Cannot write .*json: it is a folder/);
  const { junit, summary } = await read();
  assert.match(junit ?? '', /<testsuites name="made"/);
  assert.match(summary ?? '', /^## ❌ made/);
});

test('an unwritable output is rejected before anything starts, and so are two texts for one output', async () => {
  const { context } = await opened([]);
  const open = (options: OutputOptions) => openOutputs('a.hf.yaml', options, context);
  for (const name of ['json', 'junit', 'summary'])
    await assert.rejects(open({ [name]: join(folder, 'no/such') }), /Cannot write .*: there is no folder/);
  const place = join(folder, 'one');
  await assert.rejects(open({ json: place, junit: `${folder}/./one` }), {
    message: `Two outputs are written to ${place}: name another file for one of them`,
  });
  await assert.rejects(open({ json: '-', jsonLines: true }), /Two outputs are written to standard output/);
  await assert.rejects(open({ junit: '-', summary: '-' }), /Two outputs are written to standard output/);
});

test('a text on standard output is alone there', async () => {
  for (const name of ['json', 'junit', 'summary'] as const) {
    const { out, err } = await kept(failed, [], { [name]: '-' }, github);
    assert.match(out, name === 'json' ? /^\{.*\}\n$/ : name === 'junit' ? /^<\?xml/ : /^## /);
    assert.doesNotMatch(out, /::error/);
    assert.match(err, /^::error title=made%3A main \/ browse::/m);
  }
  const { out } = await kept(noRun, [], { json: '-' });
  assert.equal(eventsOf([out])[0]?.reason, 'Merge failed');
});

test('in a job of GitHub the verdict is an annotation, and the summary is appended without an option', async () => {
  const summary = join(folder, 'step-summary');
  await writeFile(summary, 'before\n');
  const { out } = await kept(failed, [], {}, { ...github, GITHUB_STEP_SUMMARY: summary });
  assert.equal(
    out,
    '::error title=made%3A main / browse::99 %25 of responses came within 302 ms, the limit is 250 ms\n',
  );
  assert.match(await readFile(summary, 'utf8'), /^before\n## ❌ made: failed\n/);
  await kept(noRun, [], {}, { GITHUB_STEP_SUMMARY: summary });
  assert.match(await readFile(summary, 'utf8'), /\n## ⛔ made: no run\n\nMerge failed\n\n$/);
});

test('an unwritable summary of the job is a warning, because no user asked for it', async () => {
  const { err, files } = await kept(failed, ['junit'], {}, { GITHUB_STEP_SUMMARY: join(folder, 'no/such') });
  assert.match(err, /^warning an output file could not be written: .*ENOENT/m);
  assert.ok(files.junit);
});

test('elsewhere there are no annotations', async () => {
  assert.equal((await kept(failed)).out, '');
});

test('the last line of JSON is the result, also when there is an error', async () => {
  const { outputs, lines } = await opened([], { jsonLines: true });
  await outputs.around(async () => {
    await outputs.keep(failed);
    return 2;
  });
  const [result = {}] = eventsOf(lines());
  const { at, total, ...rest } = result;
  assert.equal(typeof at, 'number');
  assert.deepEqual(rest, {
    event: 'result',
    exitCode: 2,
    state: 'failed',
    id: 'b1',
    benchmark: 'made',
    runId: 12,
    failures: [
      { place: 'main / browse', message: '99 % of responses came within 302 ms, the limit is 250 ms' },
    ],
  });
  assert.equal((total as { requests?: number }).requests, 100);
  const { summary, ...rates } = run.total ?? assert.fail('the run has no total');
  const silent = { ...run, total: { ...rates, summary: { ...summary, responseCount: 0 } } };
  const { total: unanswered } = resultEvent(0, 1, { ...failed, run: silent });
  assert.deepEqual(unanswered, { requests: 100, responses: 0, failed: 0, requestsPerSec: rates.requestRate });
  const other = await opened([], { jsonLines: true });
  const refusal = new DownpourError('API_UNREACHABLE', 503, 'no answer');
  await assert.rejects(other.outputs.around(() => Promise.reject(refusal)));
  const [{ error, exitCode } = {}] = eventsOf(other.lines());
  assert.deepEqual([error, exitCode], [{ code: 'API_UNREACHABLE', message: 'no answer' }, 3]);
});

const github = { GITHUB_ACTIONS: 'true' };
const failedPhase: BurstStatus['phases'][number] = {
  name: 'main',
  status: 'CANCELLED',
  isWarmup: false,
  failed: true,
  failure: 'nobody listens',
  expectedArrivals: 1,
  totals: { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 },
};

type Name = 'json' | 'junit' | 'summary';
let opening = 0;

async function opened(
  names: readonly Name[],
  options: OutputOptions = {},
  environment: NodeJS.ProcessEnv = {},
) {
  opening += 1;
  const place = (name: Name): string => join(folder, `${opening}-${name}`);
  const [out, err] = [captured(), captured()];
  const locations = Object.fromEntries(names.map((name) => [name, place(name)]));
  const context = { out: out.terminal, err: err.terminal, environment, finish: () => {}, outlive: () => {} };
  const outputs: Outputs = await openOutputs('a.hf.yaml', { ...locations, ...options }, context);
  const read = async (): Promise<Readonly<Partial<Record<Name, string>>>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(locations).map(async ([name, at]) => [
          name,
          await readFile(at, 'utf8').catch(() => ''),
        ]),
      ),
    );
  return {
    outputs,
    context,
    read,
    place,
    out: out.text,
    err: err.text,
    lines: () => out.text().trim().split('\n'),
  };
}

async function kept(
  result: BurstResult,
  names: readonly Name[] = [],
  options: OutputOptions = {},
  environment: NodeJS.ProcessEnv = {},
) {
  const { outputs, read, out, err } = await opened(names, options, environment);
  outputs.benchmark = 'made';
  await outputs.keep(result);
  return { out: out(), err: err(), files: await read() };
}
