import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { formats } from '../../../lib/report/formats/formats.ts';
import { junitXml, junitXmlOfNoRun } from '../../../lib/report/formats/junit/xml.ts';
import { markdownSummary } from '../../../lib/report/formats/markdown/summary.ts';
import { type MadeRun, madeRun, well } from '../../driver/run/records.ts';
import { elementsOf, gitlab, jenkins } from './junit-readers.ts';

const sla = '{ limits: { "0.99": 250ms, "0.5": 1s }, errorRatio: 0.5 }';
const made = (ms: number, changed: Partial<MadeRun> = {}): Promise<RunDocument> =>
  madeRun({ drives: [{ seconds: well(10, { latencyNs: ms * 1e6 }) }], sla, ...changed });

const display = (run: RunDocument) =>
  [...jenkins(junitXml(run)).values()].flat().map(({ name, status }) => [name, status]);

test('a suite for the run and one for each phase, a test for each limit, and a broken one fails', async () => {
  const run = await made(300);
  assert.equal(run.state, 'failed');
  assert.deepEqual(display(run), [
    ['made.the run can be judged', 'passed'],
    ['made.main.the phase ends', 'passed'],
    ['made.main.browse.errors below 50 %', 'passed'],
    ['made.main.browse.p99 below 250ms', 'failed'],
    ['made.main.browse.p50 below 1s', 'passed'],
    ['made.main.browse.at most 1 % failed requests', 'passed'],
    ['made.main.browse.at most 1 % of the time waiting for a connection', 'passed'],
  ]);
  assert.deepEqual([...jenkins(junitXml(run)).keys()], ['made', 'made.main']);
});

test('measured value and limit are in the message, and again in the text, which GitLab reads', async () => {
  const xml = junitXml(await made(300));
  const failed = jenkins(xml)
    .get('made.main')
    ?.find(({ status }) => status === 'failed');
  assert.match(failed?.message ?? '', /came within 302 ms, the limit is 250 ms/);
  const { status, output = '' } = gitlab(xml).get('made.main.browse: p99 below 250ms') ?? {};
  assert.equal(status, 'failure');
  assert.match(output, /^99 % of responses came within 302 ms, the limit is 250 ms\n/);
  assert.match(output, /^measured: 302ms\nlimit: p99 below 250ms\n/m);
  assert.match(output, /^judged: from second 0 to 10 of the phase, which began at 2026-09-/m);
});

test('a phase without a response has no response times', async () => {
  const counters = { responses: 0, status2xx: 0, timeouts: 10, invalid: 10, failed: 10 };
  const unanswered = junitXml(await made(10, { drives: [{ seconds: well(10, { counters }) }] }));
  const line = (xml: string) => /<system-out>(browse: .*)<\/system-out>/.exec(xml)?.[1];
  assert.equal(line(unanswered), 'browse: 100 requests (9.90/s), 100 failed');
  assert.match(line(junitXml(await made(10))) ?? '', /, 0 failed, p50 10\.\dms, .*p99\.99 10\.\dms$/);
});

test('a run that ends before its start, after a clock was set back, has no negative time', async () => {
  const run = await made(10);
  const back = { ...run, info: { ...run.info, terminateTime: run.info.startTime - 5_000 } };
  assert.match(junitXml(back), /<testsuite name="made"[^>]* time="0(\.0+)?"/);
  assert.match(markdownSummary(back), /\n0ms from 2026-09-/);
});

test('names are the same in every run, whatever was measured and however it ended', async () => {
  const names = async (run: Promise<RunDocument>) => [...gitlab(junitXml(await run)).keys()];
  const reference = await names(made(10));
  assert.ok(reference.length === 7);
  assert.deepEqual(await names(made(300)), reference);
  assert.deepEqual(await names(made(10, { stopped: 'stopped by its user' })), reference);
  assert.deepEqual(await names(late()), reference);
});

test('a run that cannot be judged is an error, and none of its limits has passed or failed', async () => {
  const run = await late();
  assert.equal(run.state, 'inconclusive');
  const tests = gitlab(junitXml(run));
  const { status, output = '' } = tests.get('made: the run can be judged') ?? {};
  assert.equal(status, 'error');
  assert.ok(output.startsWith(`inconclusive: ${run.reason}\ntry: ${run.health.diagnosis?.advice}`), output);
  const limits = [...tests].filter(([name]) => name.startsWith('made.main.browse'));
  assert.deepEqual(new Set(limits.map(([, each]) => each.status)), new Set(['skipped']));
  assert.ok(limits.every(([, each]) => each.output?.startsWith('cannot tell: ')));
});

test('a limit that healthy seconds break has not failed if too much was sent while the generator was unhealthy', async () => {
  const run = await late();
  const verdicts = run.verdicts.map(({ unclear: _unclear, ...verdict }) => ({ ...verdict, passed: false }));
  const tests = [...gitlab(junitXml({ ...run, verdicts })).values()].map(({ status }) => status);
  assert.ok(!tests.includes('failure'), tests.join());
});

test('a limit that was broken before the user stopped the run is broken; what held until then is open', async () => {
  const run = await made(300, { stopped: 'stopped by its user' });
  const tests = gitlab(junitXml(run));
  assert.match(tests.get('made: the run can be judged')?.output ?? '', /^stopped: stopped by its user/);
  assert.equal(tests.get('made.main.browse: p99 below 250ms')?.status, 'failure');
  assert.equal(tests.get('made.main.browse: p50 below 1s')?.status, 'skipped');
});

test('a limit that only unhealthy seconds break is skipped if another limit failed', async () => {
  const run = await made(300);
  const verdicts = run.verdicts.map((each) =>
    each.quantile === 0.5 ? { ...each, passed: false, unclear: true as const } : each,
  );
  const tests = gitlab(junitXml({ ...run, verdicts }));
  assert.equal(tests.get('made.main.browse: p99 below 250ms')?.status, 'failure');
  assert.equal(tests.get('made.main.browse: p50 below 1s')?.status, 'skipped');
});

test('phases that fail without a limit, never start or do not end are tests too', async () => {
  const run = await made(10, {
    drives: [{ seconds: well(10), outcome: { result: 'failed', reason: 'a step threw' } }],
  });
  const [phase] = run.phases;
  assert.ok(phase);
  const phases = [
    phase,
    { ...phase, name: 'next', status: 'CANCELLED' as const, start: null, end: null },
    { ...phase, name: 'lost', status: 'FINISHED' as const },
  ];
  const tests = gitlab(junitXml({ ...run, phases }));
  const end = 'the phase ends';
  assert.equal(tests.get(`made.main: ${end}`)?.output, 'a step threw');
  assert.equal(tests.get(`made.main: ${end}`)?.status, 'failure');
  assert.deepEqual(tests.get(`made.next: ${end}`), { status: 'skipped', output: 'the phase never started' });
  assert.equal(tests.get(`made.lost: ${end}`)?.status, 'error');
});

test('the session limit fails as a limit of its phase, not as its end as well', async () => {
  const run = await made(10);
  const [phase] = run.phases;
  const [verdict] = run.verdicts;
  assert.ok(phase && verdict);
  const { metric: _metric, step: _step, ...ofPhase } = verdict;
  const message = 'Exceeded session limit: 3 users found all 10 sessions in use and had to wait';
  const broken = {
    ...ofPhase,
    criterion: 'sessionLimit' as const,
    passed: false,
    limit: 10,
    measured: 3,
    message,
  };
  const failures = [{ ...run.failures[0]!, phase: 'main', metric: null, message }];
  const tests = gitlab(junitXml({ ...run, state: 'failed', verdicts: [broken], failures }));
  assert.equal(tests.get('made.main: the phase ends')?.status, 'success');
  assert.equal(tests.get('made.main: at most 10 users at once')?.status, 'failure');
});

test('two limits that read alike, such as one over the whole and one over a window, stay two tests', async () => {
  const twice = '[ { limits: { "0.99": 250ms } }, { limits: { "0.99": 250ms }, window: 2s } ]';
  const names = [...gitlab(junitXml(await made(10, { sla: twice }))).keys()];
  assert.ok(names.includes('made.main.browse: p99 below 250ms'));
  assert.ok(names.includes('made.main.browse: p99 below 250ms (2)'));
});

test('`time` is never a response time: suites have their duration, tests have no time', async () => {
  const xml = junitXml(await made(300));
  assert.deepEqual(
    elementsOf(xml, 'testcase').filter((each) => 'time' in each),
    [],
  );
  assert.deepEqual(
    elementsOf(xml, 'testsuite').map(({ time }) => time),
    ['10.200', '10.100'],
  );
  assert.deepEqual(
    elementsOf(xml, 'testsuites').map(({ tests, failures, time }) => [tests, failures, time]),
    [['7', '1', '10.200']],
  );
});

test('any name and message is written so that it can be read: markup, control characters, half characters', async () => {
  const run = await made(300);
  const odd = 'a.b<c>&"\'\u0000\u001b[31m\ud800\uffff|\n]]>';
  const verdicts = run.verdicts.map((verdict) => ({ ...verdict, metric: odd, message: odd }));
  const xml = junitXml({ ...run, info: { ...run.info, benchmark: 'true' }, verdicts });
  const failed = [...gitlab(xml)].find(([, { status }]) => status === 'failure');
  assert.equal(failed?.[0], 'true.main.a_b<c>&"\'[31m\ufffd| ]]>: p99 below 250ms');
  assert.ok(failed?.[1].output?.startsWith('a.b<c>&"\'[31m\ufffd|\n]]>\n'), failed?.[1].output);
  assert.equal(elementsOf(xml, 'testsuites')[0]?.name, 'true');
});

test('without a run document there is one test, an error with the reason', () => {
  const tests = gitlab(junitXmlOfNoRun('shop', 'nobody listens on localhost:9'));
  assert.deepEqual(
    [...tests],
    [['shop: the run can be judged', { status: 'error', output: 'nobody listens on localhost:9' }]],
  );
});

test('`downpour export` writes them too', async () => {
  const run = await made(300);
  for (const [name, text] of [
    ['junit', junitXml(run)],
    ['markdown', markdownSummary(run)],
  ]) {
    const written = await formats.find((format) => format.name === name)?.write(run);
    assert.equal(written, text);
    assert.match(text ?? '', /\n$/);
  }
});

/** A run whose generator was late most of the time, and whose limit is broken. */
const late = (): Promise<RunDocument> =>
  made(300, { drives: [{ seconds: well(10, { latencyNs: 3e8, lateNs: 2e9, idle: 0 }) }] });
