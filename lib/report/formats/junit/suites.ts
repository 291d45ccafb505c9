import type { RunDocument } from '../../../driver/run/document.ts';
import type { Verdict } from '../../limit-verdict.ts';
import { limitWords, measuredWords } from '../../limit-words.ts';
import { metricName } from '../../metric-name.ts';
import { counted, exactly, latency, rate } from '../../units.ts';

/** A group of tests: the tests of a phase, or the test of the whole run. */
export type Suite = {
  readonly name: string;
  /** The start in epoch milliseconds. Absent for a phase that never started. */
  readonly startedAt?: number;
  readonly tookMs?: number;
  readonly properties?: Readonly<Record<string, string>>;
  readonly tests: readonly Test[];
  /** The output text of the whole suite. */
  readonly out?: string;
};

export type Test = {
  readonly classname: string;
  /**
   * The name of the test. It is the same in every run and contains no measured value, because tools join the
   * history of tests by name.
   */
  readonly name: string;
  /** The outcome of the test. Absent: the test passed. */
  readonly outcome?: Outcome;
  readonly out?: string;
};

export type Outcome = {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly details: readonly string[];
};

/**
 * The suites of a run: one for the whole run and one for each phase. A phase has a test that it finished, and
 * a test for every limit.
 */
export function suitesOf(run: RunDocument): Suite[] {
  return [suiteOfRun(run), ...run.phases.map((phase) => suiteOfPhase(phase, run))];
}

export function suiteOfNoRun(benchmark: string, reason: string, details: readonly string[]): Suite {
  const name = part(benchmark);
  const outcome: Outcome = { kind: 'error', type: 'incomplete', message: reason, details };
  return { name, tests: [{ classname: name, name: judgeable, outcome }] };
}

const judgeable = 'the run can be judged';

function suiteOfRun({ info, state, reason, health, plan, seed, version }: RunDocument): Suite {
  const name = part(info.benchmark);
  const advice = health.diagnosis?.advice;
  const outcome: Outcome = {
    kind: 'error',
    type: state,
    message: `${state}: ${reason ?? 'the run document has no reason'}`,
    details: advice === undefined ? [] : [`try: ${advice}`],
  };
  const isJudged = state === 'passed' || state === 'failed';
  return {
    name,
    startedAt: info.startTime,
    // The clock of a machine may be set back during a run. A test report has no negative times.
    tookMs: Math.max(0, info.terminateTime - info.startTime),
    properties: { id: info.id, state, seed: `${seed}`, shards: `${plan.shards}`, version },
    tests: [{ classname: name, name: judgeable, ...(isJudged ? {} : { outcome }) }],
  };
}

type Phase = RunDocument['phases'][number];

function suiteOfPhase(phase: Phase, run: RunDocument): Suite {
  const name = `${part(run.info.benchmark)}.${part(phase.name)}`;
  const { start, end } = phase;
  const limits = run.verdicts
    .filter((verdict) => verdict.phase === phase.name)
    .map((verdict) => testOf(verdict, name, start, run));
  return {
    name,
    ...(start === null ? {} : { startedAt: start }),
    ...(start === null || end === null ? {} : { tookMs: end - start }),
    tests: distinct([endOf(phase, name, run), ...limits, ...unjudgedOf(run, phase, name)]),
    out: run.stats
      .filter((entry) => entry.name === phase.name)
      .map(numbersOf)
      .join('\n'),
  };
}

/**
 * The test that passes when the phase has finished. It fails for reasons that are not limits, for example an
 * exception in a step, or a target that stopped.
 */
function endOf(phase: Phase, classname: string, { failures, verdicts }: RunDocument): Test {
  const test = { classname, name: 'the phase ends' };
  const ofPhase = verdicts.filter((verdict) => verdict.phase === phase.name);
  const reasons = failures
    .filter((failure) => failure.phase === phase.name && failure.metric === null)
    .map(({ message }) => message)
    .filter((message) => !ofPhase.some((verdict) => verdict.message === message));
  const [message, ...details] = reasons;
  if (message !== undefined)
    return { ...test, outcome: { kind: 'failure', type: 'phase', message, details } };
  if (phase.start === null) return { ...test, outcome: skipped('the phase never started') };
  if (phase.status === 'TERMINATED' || phase.status === 'CANCELLED') return test;
  const unfinished = `the phase was still in state ${phase.status} at the end of the run`;
  return { ...test, outcome: { kind: 'error', type: 'incomplete', message: unfinished, details: [] } };
}

function testOf(verdict: Verdict, suite: string, start: number | null, { state, reason }: RunDocument): Test {
  const { message, passed, unclear } = verdict;
  const test = testNamed(verdict, suite);
  const details = evidenceOf(verdict, start);
  if (!passed && unclear !== true && state !== 'inconclusive')
    return { ...test, outcome: { kind: 'failure', type: verdict.criterion, message, details } };
  if (passed && (state === 'passed' || state === 'failed')) return { ...test, out: details.join('\n') };
  const why = passed ? `the run is ${state}: ${reason ?? 'the run document has no reason'}` : message;
  return { ...test, outcome: skipped(`cannot tell: ${why}`, details) };
}

/** The limits without a measurement. Empty for documents of older releases. */
const unjudgedOf = (
  { unjudged = [] }: Pick<RunDocument, 'unjudged'>,
  { name }: Phase,
  suite: string,
): Test[] =>
  unjudged
    .filter(({ phase }) => phase === name)
    .map((limit) => ({
      ...testNamed(limit, suite),
      outcome: skipped('not judged, because there were no requests'),
    }));

function testNamed(limit: Parameters<typeof limitWords>[0] & Named, suite: string): Omit<Test, 'outcome'> {
  const name = metricName(limit);
  return { classname: name === '' ? suite : `${suite}.${part(name)}`, name: limitWords(limit) };
}

type Named = Parameters<typeof metricName>[0];

const skipped = (message: string, details: readonly string[] = []): Outcome => ({
  kind: 'skipped',
  type: 'skipped',
  message,
  details,
});

/**
 * The evidence for a verdict: the measured value and the limit, the time window that was judged, and the
 * numbers of requests in it.
 */
function evidenceOf(verdict: Verdict, start: number | null): string[] {
  const { window, requests, responses, percentiles, advice } = verdict;
  const span = `from second ${window.startMs / 1000} to ${window.endMs / 1000} of the phase`;
  const since = start === null ? '' : `, which began at ${new Date(start).toISOString()}`;
  return [
    `measured: ${measuredWords(verdict)}`,
    `limit: ${limitWords(verdict)}`,
    `judged: ${span}${since}`,
    `of: ${counted(requests, 'request')}, ${counted(responses, 'response')}`,
    ...(responses === 0 ? [] : [`response times: ${timesIn(percentiles)}`]),
    ...(advice === undefined ? [] : [`try: ${advice}`]),
  ];
}

function numbersOf(entry: RunDocument['stats'][number]): string {
  const { requestRate, total } = entry;
  const { requestCount, responseCount, failed, percentileResponseTime } = total.summary;
  const sent = `${counted(requestCount, 'request')} (${rate(requestRate)}), ${exactly(failed)} failed`;
  return `${metricName(entry)}: ${sent}${responseCount === 0 ? '' : `, ${timesIn(percentileResponseTime)}`}`;
}

const timesIn = (percentiles: Readonly<Record<string, number>>): string =>
  Object.entries(percentiles)
    .map(([name, ns]) => `p${Number(name)} ${latency(ns)}`)
    .join(', ');

/** Replaces dots in a part of a class name, because dots separate the parts. */
const part = (name: string): string => name.replaceAll('.', '_');

/**
 * Gives all tests different names, because GitLab shows only the first of several tests with the same name.
 */
function distinct(tests: readonly Test[]): Test[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const key = `${test.classname}\n${test.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? test : { ...test, name: `${test.name} (${count})` };
  });
}
