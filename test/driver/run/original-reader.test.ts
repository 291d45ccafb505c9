import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../lib/driver/judging/sla.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { mergedOf, phaseOf, planOf, recordOf, t0 } from './records.ts';

/**
 * Reads the run document by the rules for the original driver's `all.json`. Readers of that file find the
 * same names, types and meanings. Each check is a rule; further members are ignored.
 */

type Found = Readonly<Record<string, unknown>>;

function record(value: unknown, location: string): Found {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${location} is an object`);
  return value as Found;
}
function list(value: unknown, location: string): readonly Found[] {
  assert.ok(Array.isArray(value), `${location} is a list`);
  return value.map((each, at) => record(each, `${location}[${at}]`));
}
function text(value: unknown, location: string): string {
  assert.equal(typeof value, 'string', `${location} is a text`);
  return value as string;
}
/** Counts, nanoseconds and epoch milliseconds: the original reads whole numbers only. */
function whole(value: unknown, location: string): number {
  assert.ok(
    Number.isSafeInteger(value) && (value as number) >= 0,
    `${location} is a whole number, not ${value}`,
  );
  return value as number;
}
function truth(value: unknown, location: string): boolean {
  assert.equal(typeof value, 'boolean', `${location} is true or false`);
  return value as boolean;
}

const counts = [
  'requestCount',
  'responseCount',
  'invalid',
  'connectionErrors',
  'requestTimeouts',
  'internalErrors',
];
const times = ['minResponseTime', 'meanResponseTime', 'stdDevResponseTime', 'maxResponseTime', 'blockedTime'];
const percentiles = ['50.0', '90.0', '99.0', '99.9', '99.99'];

function readPercentiles(value: unknown, location: string): void {
  const found = record(value, location);
  assert.deepEqual(Object.keys(found), percentiles, location);
  const values = percentiles.map((name) => whole(found[name], `${location}.${name}`));
  assert.deepEqual(
    values,
    values.toSorted((one, other) => one - other),
    `${location} rises`,
  );
}

function readSummary(value: unknown, location: string): Found {
  const summary = record(value, location);
  for (const name of ['startTime', 'endTime', ...counts, ...times])
    whole(summary[name], `${location}.${name}`);
  assert.ok((summary.startTime as number) < (summary.endTime as number), `${location} takes time`);
  readPercentiles(summary.percentileResponseTime, `${location}.percentileResponseTime`);
  for (const [key, extension] of Object.entries(record(summary.extensions, `${location}.extensions`))) {
    const { '@type': type, ...numbers } = record(extension, `${location}.extensions.${key}`);
    assert.ok(['http', 'transfersize', 'counters'].includes(text(type, key)));
    for (const [name, count] of Object.entries(numbers))
      whole(count, `${location}.extensions.${key}.${name}`);
    const needed = {
      http: ['status_2xx', 'status_other', 'cacheHits'],
      transfersize: ['sent', 'received'],
      counters: [],
    };
    for (const name of needed[type as keyof typeof needed]) assert.ok(name in numbers, `${key}.${name}`);
  }
  return summary;
}

function readBuckets(value: unknown, location: string, values: number): void {
  const buckets = list(value, location);
  let total = 0;
  for (const [at, { from, to, percentile, count, totalCount }] of buckets.entries()) {
    const [low, high] = [whole(from, `${location}.from`), whole(to, `${location}.to`)];
    assert.ok(low <= high, `${location}[${at}]`);
    total += whole(count, `${location}.count`);
    assert.equal(whole(totalCount, `${location}.totalCount`), total);
    assert.ok(typeof percentile === 'number' && percentile >= 0 && percentile <= 1, `${location}.percentile`);
  }
  assert.equal(total, values, `${location} counts every response`);
  assert.equal(buckets.at(-1)?.percentile, 1);
}

/** Returns `phase metric requests` of what was read. */
function readStats(value: unknown, location: string, ofAgent: boolean): string {
  const stats = record(value, location);
  const name = text(stats.name, `${location}.name`);
  const [phase, ...parts] = name.split('/');
  const iteration = parts.find((part) => /^\d+$/.test(part)) ?? '';
  const fork = parts.find((part) => !/^\d+$/.test(part)) ?? '';
  assert.deepEqual([stats.phase, stats.iteration, stats.fork], [phase, iteration, fork], name);
  const metric = text(stats.metric, `${location}.metric`);
  truth(stats.isWarmup, `${location}.isWarmup`);
  const total = record(stats.total, `${location}.total`);
  assert.deepEqual([total.phase, total.metric], [name, metric]);
  for (const each of ['start', 'end', 'minSessions', 'maxSessions', ...(ofAgent ? [] : ['failures'])])
    whole(total[each], `${location}.total.${each}`);
  const summary = readSummary(total.summary, `${location}.total.summary`);
  const histogram = record(stats.histogram, `${location}.histogram`);
  for (const shape of ['percentiles', 'linear'])
    readBuckets(histogram[shape], `${location}.histogram.${shape}`, summary.responseCount as number);
  const series = list(stats.series, `${location}.series`).map((each, at) =>
    readSummary(each, `${location}.series[${at}]`),
  );
  for (const count of counts)
    assert.equal(
      series.reduce((sum, each) => sum + (each[count] as number), 0),
      summary[count],
      `${location}: the series has all ${count}`,
    );
  const starts = series.map(({ startTime }) => startTime as number);
  assert.deepEqual(
    starts,
    [...new Set(starts)].sort((one, other) => one - other),
  );
  return `${name} ${metric} ${summary.requestCount}`;
}

test('a reader of the original all.json finds everything that it takes', () => {
  const names = ['ramp/0', 'ramp/1', 'main/0/buyers', 'plain'];
  const plan = planOf(
    names.map((name) => {
      const [phase = '', ...parts] = name.split('/');
      const iteration = parts.find((part) => /^\d+$/.test(part)) ?? '';
      const fork = parts.find((part) => !/^\d+$/.test(part)) ?? '';
      const even = { kind: 'constantRate', usersPerSec: 2, variance: false } as const;
      return phaseOf(name, even, { phase, iteration, fork, isWarmup: phase === 'ramp' });
    }),
  );
  const phases = names.map((name) => {
    const connections = { 'http://localhost:8080': { 'HTTP 1.x': [[0, 1, 2] as const] } };
    const merged = { ...mergedOf(name, [{}, {}]), connections };
    const verdicts = judge([{ step: 0, slas: [{ limits: [[0.5, 1]] }] }], merged);
    return { status: 'TERMINATED' as const, t0, endedAt: t0 + 20_000, merged, verdicts };
  });
  const params = { RATE: '10' };
  const run = record(JSON.parse(JSON.stringify(runDocument(recordOf({ plan, phases, params })))), 'run');

  const info = record(run.info, 'info');
  for (const name of ['id', 'benchmark']) text(info[name], `info.${name}`);
  for (const name of ['startTime', 'terminateTime']) whole(info[name], `info.${name}`);
  truth(info.cancelled, 'info.cancelled');
  for (const value of Object.values(record(info.params, 'info.params'))) text(value, 'a parameter');
  for (const { agent, msg } of list(info.errors, 'info.errors')) text(agent, 'agent') + text(msg, 'msg');
  for (const name of ['$schema', 'version', 'commit']) text(run[name], name);

  const failures = list(run.failures, 'failures');
  assert.equal(failures.length, names.length);
  for (const { phase, metric, message, start, end, percentileResponseTime } of failures) {
    text(phase, 'phase');
    text(message, 'message');
    if (metric !== null) text(metric, 'metric');
    assert.ok(whole(start, 'start') < whole(end, 'end'));
    readPercentiles(percentileResponseTime, 'failures');
  }

  const sorted = [...names].sort().map((name) => `${name} browse 20`);
  const stats = list(run.stats, 'stats');
  assert.deepEqual(
    stats.map((each, at) => readStats(each, `stats[${at}]`, false)),
    sorted,
  );
  const agents = list(run.agents, 'agents');
  assert.deepEqual(
    agents.map(({ name }) => name),
    ['shard-0', 'shard-1'],
  );
  for (const agent of agents)
    assert.deepEqual(
      list(agent.stats, 'agents.stats').map((each, at) => readStats(each, `agents.stats[${at}]`, true)),
      [...names].sort().map((name) => `${name} browse 10`),
    );

  const known = new Set(agents.map(({ name }) => name));
  const sessions = list(run.sessions, 'sessions');
  assert.deepEqual(
    sessions.map(({ name }) => name),
    names,
  );
  for (const { sessions: rows, phase, iteration, fork } of sessions) {
    for (const part of [phase, iteration, fork]) text(part, 'sessions');
    for (const row of list(rows, 'sessions.sessions')) {
      assert.ok(known.has(text(row.agent, 'agent')), 'a session is on an agent');
      whole(row.timestamp, 'timestamp');
      assert.ok(whole(row.minSessions, 'min') <= whole(row.maxSessions, 'max'));
    }
  }
  for (const [target, types] of Object.entries(record(run.connections, 'connections')))
    for (const [type, rows] of Object.entries(record(types, 'connections'))) {
      assert.deepEqual([target, type], ['http://localhost:8080', 'HTTP 1.x']);
      assert.equal(list(rows, 'connections').length, names.length);
      for (const { timestamp, agent, min, max } of list(rows, 'connections')) {
        whole(timestamp, 'timestamp');
        text(agent, 'agent');
        assert.ok(whole(min, 'min') <= whole(max, 'max'));
      }
    }
  for (const usage of Object.values(record(run.agentCpu, 'agentCpu')))
    for (const [agent, value] of Object.entries(record(usage, 'agentCpu'))) {
      assert.ok(known.has(agent));
      text(value, 'agentCpu');
    }
});
