import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../../lib/driver/benchmark/parse-benchmark.ts';
import type { Phase } from '../../../../lib/driver/model/benchmark.ts';
import { type Source, sourcesOf } from '../../../../lib/driver/planning/sharding/shared-state-sources.ts';
import { benchmark, phase, planned, steady } from '../benchmarks.ts';

/**
 * A drive takes over the shared data of drives that have ended before its start. Each map goes to only one
 * drive.
 */

const plain = phase('plain', steady(10)).scenario!;
const sharing = { ...plain, sharesState: true as const };

const shares = (name: string, body: Partial<Phase> = {}): Phase =>
  phase(name, steady(10), { scenario: sharing, ...body });
const silent = (name: string, body: Partial<Phase> = {}): Phase => phase(name, steady(10), body);
function noop(name: string, body: Partial<Phase> = {}): Phase {
  const { scenario: _, ...rest } = phase(name, { kind: 'noop' }, body);
  return rest;
}

function sources(
  phases: readonly Phase[],
  name: string,
  shards = 1,
  shard = 0,
  segment = 0,
  segmentMsMax = 720_000,
): readonly Source[] {
  const plan = planned(benchmark(phases), { shards, segmentMsMax });
  return sourcesOf(
    plan,
    phases.findIndex((each) => each.name === name),
    shard,
    segment,
  );
}

suite('a drive takes over from', () => {
  const a = shares('a');
  const rows: readonly (readonly [what: string, phases: readonly Phase[], from: readonly number[]])[] = [
    ['no drive when there is no earlier phase', [a, shares('z')], []],
    ['the phase that it starts strictly after', [a, shares('z', { startAfterStrict: ['a'] })], [0]],
    ['no drive whose users may still be at work', [a, shares('z', { startAfter: ['a'] })], []],
    ['no drive that shares nothing', [silent('a'), shares('z', { startAfterStrict: ['a'] })], []],
    [
      'the drives that were over before a phase that shares nothing',
      [a, silent('b', { startAfterStrict: ['a'] }), shares('z', { startAfterStrict: ['b'] })],
      [0],
    ],
    [
      'the drives that were over before a phase that may still run',
      [a, shares('b', { startAfterStrict: ['a'] }), shares('z', { startAfter: ['b'] })],
      [0],
    ],
    [
      'the nearest only: it hands on what it took over',
      [a, shares('b', { startAfterStrict: ['a'] }), shares('z', { startAfterStrict: ['b'] })],
      [1],
    ],
    ['two phases side by side', [a, shares('b'), shares('z', { startAfterStrict: ['a', 'b'] })], [0, 1]],
    [
      'what a noop covers, once that is over',
      [
        shares('p/a'),
        shares('p/b'),
        noop('p', { startAfter: ['p/a', 'p/b'], covers: ['p/a', 'p/b'] }),
        shares('z', { startAfterStrict: ['p'] }),
      ],
      [0, 1],
    ],
    [
      'not what a noop only waited for',
      [a, noop('n', { startAfter: ['a'] }), shares('z', { startAfterStrict: ['n'] })],
      [],
    ],
    [
      'the drives that were over before a phase that it starts with',
      [
        a,
        shares('b', { startAfterStrict: ['a'] }),
        shares('z', { startWith: { phases: ['b'], delayMs: 0 } }),
      ],
      [0],
    ],
    ['phases further down in the document', [shares('z', { startAfterStrict: ['b'] }), shares('b')], [1]],
  ];
  for (const [what, phases, from] of rows)
    test(what, () =>
      assert.deepEqual(
        sources(phases, 'z').map((each) => each.phase),
        from,
      ),
    );

  test('a phase that many ways lead back to', () => {
    // Each pair of phases starts after both phases of the pair before, so there are 2^40 ways back to the
    // first phase.
    const phases: Phase[] = [a];
    let before = ['a'];
    for (let n = 0; n < 40; n++) {
      const pair = [`l${n}`, `r${n}`];
      phases.push(...pair.map((name) => silent(name, { startAfterStrict: before })));
      before = pair;
    }
    const from = sources([...phases, shares('z', { startAfterStrict: before })], 'z');
    assert.deepEqual(
      from.map((each) => each.phase),
      [0],
    );
  });

  test('all forks of the iteration before', () => {
    const { benchmark: read, problems } = parseBenchmark(`
name: iterations
http: { host: 'http://127.0.0.1' }
phases:
- p:
    constantRate:
      usersPerSec: 1
      duration: 1s
      maxIterations: 3
      forks:
        a: { scenario: [{ main: [{ addToSharedCounter: n++ }] }] }
        b: { scenario: [{ main: [{ addToSharedCounter: n++ }] }] }`);
    assert.ok(read, JSON.stringify(problems));
    const from = sourcesOf(
      planned(read),
      read.phases.findIndex(({ name }) => name === 'p/002/a'),
      0,
      0,
    );
    assert.deepEqual(
      from.map((each) => read.phases[each.phase]?.name),
      ['p/001/a', 'p/001/b'],
    );
  });

  const two = (before: number, after: number): readonly Phase[] => [
    shares('a', { maxSessions: before }),
    shares('z', { maxSessions: after, startAfterStrict: ['a'] }),
  ];

  test('every shard, and every map goes to one drive, whatever the numbers of shards', () => {
    for (const before of [1, 2, 3, 5, 8])
      for (const after of [1, 2, 3, 4, 5, 7]) {
        const phases = two(before, after);
        const all = Array.from({ length: after }, (_, shard) => sources(phases, 'z', 10, shard));
        for (let from = 0; from < before; from += 1) {
          const successors = all.flat().filter(({ shard }) => shard === from);
          const parts = successors.map(({ maps }) => maps);
          assert.ok(successors.length > 0, `shard ${from} of ${before} has no successor among ${after}`);
          for (const part of parts) assert.equal(part?.count, parts.length);
          assert.deepEqual(
            parts.map((part) => part?.position).sort(),
            parts.map((_, at) => at),
            `${before} to ${after}`,
          );
        }
        for (const own of all) assert.ok(own.length > 0);
      }
  });

  test('the last segment of the phases before, and from the segment before it the maps, late', () => {
    const phases = [shares('a'), shares('z', { startAfterStrict: ['a'] })];
    const [before, segment] = sources(phases, 'z', 1, 0, 1, 4_000);
    assert.deepEqual(before, { phase: 0, shard: 0, segment: 2, late: false });
    assert.deepEqual(segment, {
      phase: 1,
      shard: 0,
      segment: 0,
      maps: { position: 0, count: 1 },
      late: true,
    });
  });
});
