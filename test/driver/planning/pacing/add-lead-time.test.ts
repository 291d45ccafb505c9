import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { paced } from '../../../../lib/driver/planning/pacing/add-lead-time.ts';
import { paceOf } from '../../../../lib/driver/planning/pacing/lead-time.ts';
import { pacing } from '../../../../lib/driver/planning/pacing/limits.ts';
import { jitterMs } from '../../../../lib/driver/planning/pacing/write-jitter.ts';
import { planOf } from '../../conducting/simulation.ts';

/**
 * The lead, by which drives wake before their start, depends on the largest number of drives that wake
 * together.
 */

const look = 'scenario: [ { get: [ { httpRequest: { GET: / } } ] } ]';
const phase = (name: string, more = '') =>
  `- ${name}: {constantRate: {usersPerSec: 5000, duration: 20s, ${more}${look}}}`;
const plan = (...phases: readonly string[]) =>
  planOf(
    `name: p\nhttp: {host: 'http://127.0.0.1:1', sharedConnections: 5000}\nphases:\n${phases.join('\n')}`,
    {
      shards: 900,
    },
  );

suite('the pace of a plan', () => {
  test('counts the phases that can be at work at once', () => {
    const one = paced(plan(phase('a')), 'other', undefined);
    const { graph: _, ...alone } = one;
    assert.deepEqual(alone, paceOf({ drives: 900, region: 'other' }));
    const { graph: __, ...both } = paced(plan(phase('a'), phase('b')), 'other', undefined);
    assert.deepEqual(both, paceOf({ drives: 1_800, region: 'other' }));
  });

  test('wakes drives later whose environments an earlier phase has left', () => {
    const phases = [
      phase('a'),
      phase('b', 'startAfterStrict: a, '),
      '- pause: {noop: {duration: 1s, startAfterStrict: b}}',
    ];
    const { graph, leadMs } = paced(plan(...phases), 'large', undefined);
    assert.deepEqual(
      graph.map((node) => node.leadMs),
      [undefined, pacing.warmLeadMs + jitterMs(900), undefined],
    );
    assert.equal(leadMs, pacing.leadMs + jitterMs(900));
  });

  test('lets drives take turns that are more than Lambda has environments for at once', () => {
    const turns = (leadMs: number | undefined, ...phases: readonly string[]) =>
      paced(plan(...phases), 'large', leadMs).graph.map((node) => node.turns);
    assert.deepEqual(turns(undefined, phase('a')), [undefined]);
    const two = { atOnce: 300, everyMs: 20 };
    assert.deepEqual(turns(undefined, phase('a'), phase('b')), [two, two]);
    // A longer lead of the deployment does not make Lambda start more environments at once.
    assert.deepEqual(turns(1_500, phase('a'), phase('b')), [two, two]);
    assert.deepEqual(turns(undefined, phase('a'), phase('b', 'startAfterStrict: a, ')), [
      undefined,
      undefined,
    ]);
  });

  test('counts the drives of each region by its own quotas, and waits longer for those afar', () => {
    const far = plan(phase('a'));
    const [first] = far.phases;
    assert.ok(first);
    const afar = [{ region: 'ap-south-1', first: 100, shards: 800 }];
    const { graph, ...pace } = paced({ ...far, phases: [{ ...first, afar }] }, 'large', undefined);
    const there = paceOf({ drives: 800, region: 'other' });
    assert.deepEqual(
      pace,
      Object.fromEntries(Object.entries(there).map(([name, ms]) => [name, ms + pacing.afarMs])),
    );
    assert.deepEqual(graph[0]?.afar, afar);
  });

  test('leaves the lead to the deployment where that says one', () => {
    const { graph, leadMs } = paced(plan(phase('a'), phase('b', 'startAfterStrict: a, ')), 'large', 1_500);
    assert.deepEqual([leadMs, ...graph.map((node) => node.leadMs)], [1_500, undefined, undefined]);
  });
});
