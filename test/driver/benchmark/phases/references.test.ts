import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { conditionsOf, documentOf, linesOf, phasesOf, scenario } from './read.ts';

/**
 * A reference names a phase, one of its forks or one of its iterations. An impossible reference is reported
 * at its place.
 */

const many = (more = ''): string =>
  `many: {atOnce: {users: 3, maxIterations: 3, ${more} forks: {a: {scenario: ${scenario}}, b: {scenario: ${scenario}}}}}`;
const one = (name: string, body: string): string => `${name}: {noop: {${body}}}`;

suite('a reference', () => {
  const rows: readonly (readonly [written: string, condition: string])[] = [
    ['many', 'after many'],
    ['many/a', 'refused'],
    ['many/001', 'after many/001'],
    ['many/001/a', 'after many/001/a'],
    ['{phase: many}', 'after many'],
    ['{phase: many, iteration: none}', 'after many'],
    ['{phase: many, fork: b}', 'after many/002/b'],
    ['{phase: many/000, iteration: none}', 'after many/000'],
    ['[many/000, {phase: many, fork: a}]', 'after many/000 many/002/a'],
    ['[many, {phase: many}, many]', 'after many'],
  ];
  for (const [written, condition] of rows)
    test(`${written} from a phase without iterations: ${condition}`, () => {
      const text = documentOf(many(), one('last', `startAfter: ${written}`));
      if (condition === 'refused') return assert.match(linesOf(text).join(), /there is no phase 'many\/a'/);
      assert.equal(conditionsOf(phasesOf(text)).at(-1), `last: ${condition}`);
    });

  test('of forks without iterations by text and by mapping is the same', () => {
    const forked = `p: {atOnce: {users: 2, forks: {a: {scenario: ${scenario}}, b: {scenario: ${scenario}}}}}`;
    for (const written of ['p/a', '{phase: p, fork: a}'])
      assert.equal(
        conditionsOf(phasesOf(documentOf(forked, one('last', `startAfter: ${written}`)))).at(-1),
        'last: after p/a',
      );
  });

  test('counts from the iteration of its own phase', () => {
    const relative = (iteration: string, fork = '') =>
      conditionsOf(
        phasesOf(
          documentOf(
            many(),
            one('own', `maxIterations: 3, startAfter: {phase: many, iteration: ${iteration}${fork}}`),
          ),
        ),
      ).slice(-4, -1);
    assert.deepEqual(relative('same'), [
      'own/000: after many/000',
      'own/001: after many/001 gone own/000',
      'own/002: after many/002 gone own/001',
    ]);
    assert.deepEqual(relative('previous'), [
      'own/000:',
      'own/001: after many/000 gone own/000',
      'own/002: after many/001 gone own/001',
    ]);
    assert.deepEqual(relative('same', ', fork: b'), [
      'own/000: after many/000/b',
      'own/001: after many/001/b gone own/000',
      'own/002: after many/002/b gone own/001',
    ]);
    assert.deepEqual(relative('none'), [
      'own/000: after many',
      'own/001: after many gone own/000',
      'own/002: after many gone own/001',
    ]);
  });

  test('to the previous iteration may lack the last one', () => {
    const text = documentOf(
      one('stair', 'maxIterations: 4, startAfter: {phase: ramp, iteration: previous}'),
      one('ramp', 'maxIterations: 3, startAfter: {phase: stair, iteration: same}'),
    );
    assert.equal(phasesOf(text).length, 9);
  });
});

suite('a wrong reference', () => {
  const rows: readonly (readonly [name: string, text: string, ...lines: string[]])[] = [
    [
      'row 22: startAfter of a phase that is not there',
      documentOf(one('a', 'startAfter: b')),
      "4:14 phases[0].a.noop.startAfter: there is no phase 'b'; the document has no other phase; leave the reference out",
    ],
    [
      'row 25: startWith of a phase that is not there',
      documentOf(one('first', ''), one('a', 'startWith: {phase: frist}')),
      "5:26 phases[1].a.noop.startWith.phase: there is no phase 'frist'; did you mean 'first'?",
    ],
    [
      'row 23: a cycle over startAfter',
      documentOf(one('a', 'startAfter: b'), one('b', 'startAfter: c'), one('c', 'startAfterStrict: a')),
      '6:14 phases[2].c.noop.startAfterStrict: these phases wait for each other, so none of them can start: a -> b -> c -> a; remove startAfter, startAfterStrict or startWith from one of these phases',
    ],
    [
      'row 27: a cycle over startWith',
      documentOf(one('a', 'startWith: b'), one('b', 'startWith: {phase: a, delay: 1s}')),
      '5:14 phases[1].b.noop.startWith: these phases wait for each other, so none of them can start: a -> b -> a; remove startAfter, startAfterStrict or startWith from one of these phases',
    ],
    [
      'row 28: a cycle over startWith and startAfter',
      documentOf(one('a', 'startWith: b'), one('b', 'startAfter: a')),
      '5:14 phases[1].b.noop.startAfter: these phases wait for each other, so none of them can start: a -> b -> a; remove startAfter, startAfterStrict or startWith from one of these phases',
    ],
    [
      'a cycle of iterations is said once',
      documentOf(
        one('a', 'maxIterations: 9, startAfter: {phase: b, iteration: same}'),
        one('b', 'maxIterations: 9, startAfter: {phase: a, iteration: same}'),
      ),
      '5:32 phases[1].b.noop.startAfter: these phases wait for each other, so none of them can start: a -> b -> a; remove startAfter, startAfterStrict or startWith from one of these phases',
    ],
    [
      'a phase that waits for all of itself',
      documentOf(many('startAfter: many,')),
      "4:47 phases[0].many.atOnce.startAfter: phase 'many' waits for itself, so it can never start; remove this reference",
    ],
    [
      'an iteration of a phase without iterations',
      documentOf(one('a', 'maxIterations: 2, startAfter: {phase: b, iteration: same}'), one('b', '')),
      "4:55 phases[0].a.noop.startAfter.iteration: iteration 'same' needs phases with iterations, but phase 'b' has no iterations; leave 'iteration' out, or give phase 'b' a maxIterations above 1",
    ],
    [
      'an iteration that is relative to nothing',
      documentOf(one('a', 'startWith: {phase: b, iteration: previous}'), one('b', 'maxIterations: 2')),
      "4:36 phases[0].a.noop.startWith.iteration: iteration 'previous' needs phases with iterations, but phase 'a' has no iterations; leave 'iteration' out, or give phase 'a' a maxIterations above 1",
    ],
    [
      'an iteration that the other does not have',
      documentOf(
        one('a', 'maxIterations: 5, startAfter: {phase: b, iteration: previous}'),
        one('b', 'maxIterations: 3'),
      ),
      "4:55 phases[0].a.noop.startAfter.iteration: iteration 'previous' needs 4 iterations of phase 'b', but phase 'b' has 3; set maxIterations of phase 'b' to 4",
    ],
    [
      'a fork that the other does not have, or that takes no part',
      documentOf(
        `p: {atOnce: {users: 2, forks: {a: {scenario: ${scenario}}, b: {weight: 0, scenario: ${scenario}}}}}`,
        one('last', 'startAfter: [{phase: p, fork: b}, {phase: p, fork: c}]'),
      ),
      "5:41 phases[1].last.noop.startAfter[0].fork: phase 'p' has no fork 'b'; expected 'a'",
      "5:62 phases[1].last.noop.startAfter[1].fork: phase 'p' has no fork 'c'; expected 'a'",
    ],
  ];
  for (const [name, text, ...lines] of rows) test(name, () => assert.deepEqual(linesOf(text), lines));
});

suite('startWith', () => {
  test('row 18: starts so long after another, and loads', () => {
    const found = phasesOf(
      documentOf(
        `rampUp: {increasingRate: {initialUsersPerSec: 1, targetUsersPerSec: 9, duration: 3s, startWith: {phase: steady, delay: 4s}, scenario: &one ${scenario}}}`,
        'steady: {constantRate: {usersPerSec: 9, duration: 8s, scenario: *one}}',
      ),
    );
    assert.deepEqual(conditionsOf(found), ['rampUp: with steady +4000', 'steady:']);
    assert.deepEqual(found[0]?.scenario, found[1]?.scenario);
  });

  test('of forks and iterations means the first of them', () => {
    const own = (body: string) =>
      conditionsOf(phasesOf(documentOf(many(), one('own', body)))).filter((line) => line.startsWith('own'));
    assert.deepEqual(own('startWith: many'), ['own: with many/000/a many/000/b +0']);
    assert.deepEqual(own('startWith: {phase: many, fork: b}'), ['own: with many/000/b +0']);
    assert.deepEqual(own('startWith: many/001/b'), ['own: with many/001/b +0']);
    assert.deepEqual(own('startWith: many/001'), ['own: with many/001/a many/001/b +0']);
    assert.deepEqual(own('maxIterations: 2, startWith: {phase: many, iteration: same, delay: 1s}'), [
      'own/000: with many/000/a many/000/b +1000',
      'own/001: gone own/000 with many/001/a many/001/b +1000',
      'own: after own/001',
    ]);
    assert.deepEqual(own('maxIterations: 2, startWith: {phase: many, iteration: previous}'), [
      'own/000:',
      'own/001: gone own/000 with many/000/a many/000/b +0',
      'own: after own/001',
    ]);
  });

  const others = ['startAfter: b', 'startAfterStrict: [b]', 'startTime: 1s'];
  for (const other of others)
    test(`row 26: contradicts ${other}`, () =>
      assert.deepEqual(linesOf(documentOf(one('a', `startWith: b, ${other}`), one('b', ''))), [
        `4:14 phases[0].a.noop.startWith: phase 'a' has both startWith and ${other.split(':')[0]}; remove one of the two`,
      ]));

  test('goes with startTime 0', () => {
    assert.equal(phasesOf(documentOf(one('a', 'startWith: b, startTime: 0s'), one('b', ''))).length, 2);
  });
});
