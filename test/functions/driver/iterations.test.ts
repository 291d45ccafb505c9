import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { burstStores } from '../../../functions/stores.ts';
import type { ConductorState } from '../../../lib/driver/conducting/state.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud, runOf } from './cloud.ts';

/**
 * Iterations of a phase run one after another in the state machine. Phases that start with others start in
 * the same millisecond.
 */

suite('a burst of', () => {
  const scope = suiteScope();
  const hits: string[] = [];
  let port = 0;
  let cloud: Cloud;

  before(async () => {
    const server = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.statusCode = request.url === '/broken' ? 500 : 200;
      response.end('ok');
    });
    port = Number(new URL(await listening(scope, server)).port);
    cloud = await openCloud(scope);
  });

  const run = async (
    burst: string,
    phases: string,
    more = '',
  ): Promise<{ readonly state: ConductorState; readonly document: RunDocument }> => {
    const text = `name: ${burst}\nhttp: {host: 'http://127.0.0.1:${port}', sharedConnections: 20}\n${more}phases:\n${phases}`;
    await cloud.prepare(burst, text);
    const ended = await cloud.run(burst);
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    const { state } = (await burstStores().bursts.conductor(burst)) ?? assert.fail('no conductor');
    return { state, document: await runOf(burst) };
  };
  const request = (path: string): string => `[{look: [{httpRequest: {GET: '${path}'}}]}]`;

  test('row 76: a phase with iterations runs through, one iteration after the other', async () => {
    const path =
      '/${hyperfoil.phase.iteration}/${hyperfoil.phase.name}/${hyperfoil.phase.start.time.as.string}';
    const { state, document } = await run(
      'b-iterations',
      `- test:
    atOnce:
      users: {base: 2, increment: 1}
      maxIterations: 3
      forks:
        a: {scenario: ${request(path)}}
        b: {scenario: ${request('/b')}}`,
    );
    const t0s = new Map(state.graph.map(({ name }, index) => [name, state.phases[index]?.t0]));
    assert.deepEqual(
      document.phases.map(({ name, phase, iteration, fork, status }) => [
        name,
        phase,
        iteration,
        fork,
        status,
      ]),
      ['000', '001', '002']
        .flatMap((iteration) => [
          ...['a', 'b'].map((fork) => [`test/${iteration}/${fork}`, 'test', iteration, fork, 'TERMINATED']),
          [`test/${iteration}`, 'test', iteration, '', 'TERMINATED'],
        ])
        .concat([['test', 'test', '', '', 'TERMINATED']]),
    );
    assert.deepEqual(
      document.stats.map(({ name, iteration, fork, total }) => [
        name,
        iteration,
        fork,
        total.summary.requestCount,
      ]),
      [
        ['test/000/a', '000', 'a', 1],
        ['test/000/b', '000', 'b', 1],
        ['test/001/a', '001', 'a', 2],
        ['test/001/b', '001', 'b', 2],
        ['test/002/a', '002', 'a', 2],
        ['test/002/b', '002', 'b', 2],
      ],
    );
    assert.deepEqual(
      hits.filter((hit) => hit !== '/b').sort(),
      [0, 1, 1, 2, 2].map((n) => `/${n}/test/00${n}/a/${t0s.get(`test/00${n}/a`)}`),
    );
    const ends = state.graph.map(({ name }, index) => [name, state.phases[index]?.endedAt] as const);
    const endOf = new Map(ends);
    for (const [one, next] of [
      ['000', '001'],
      ['001', '002'],
    ])
      for (const fork of ['a', 'b'])
        assert.ok((t0s.get(`test/${next}/${fork}`) ?? 0) >= (endOf.get(`test/${one}/${fork}`) ?? Infinity));
  });

  test('row 75: a phase starts with another, at its T0 or so long after', async () => {
    const { state, document } = await run(
      'b-with',
      `- first: {constantRate: {usersPerSec: 10, variance: false, duration: 3s, scenario: ${request('/first')}}}
- along: {atOnce: {users: 1, startWith: first, scenario: ${request('/along')}}}
- later: {atOnce: {users: 1, startWith: {phase: first, delay: 2000ms}, scenario: ${request('/later')}}}`,
    );
    const [first = 0, along, later = 0] = state.phases.map(({ t0 }) => t0);
    assert.equal(along, first);
    assert.ok(later >= first + 2000);
    // The drive of this phase had two seconds to prepare. On a busy machine it may be late.
    const { readyAt = later } = state.phases[2] ?? {};
    assert.ok(later === first + 2000 || readyAt > first + 1000, `${later - first}`);
    assert.deepEqual(
      document.phases.map(({ status }) => status),
      ['TERMINATED', 'TERMINATED', 'TERMINATED'],
    );
  });

  test('iterations runs no further after a failure, and ends', async () => {
    const { document } = await run(
      'b-failing',
      `- test:
    atOnce:
      users: 1
      maxIterations: 3
      scenario: [{look: [{httpRequest: {GET: /broken, sla: {invalidRatio: 0.5}}}]}]`,
    );
    assert.deepEqual(
      document.phases.map(({ name, status }) => [name, status]),
      [
        ['test/000', 'TERMINATED'],
        ['test/001', 'CANCELLED'],
        ['test/002', 'CANCELLED'],
        ['test', 'CANCELLED'],
      ],
    );
  });
});
