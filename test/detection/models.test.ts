import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { detect } from '../../lib/detection/detect.ts';
import { fixedThreshold } from '../../lib/detection/fixed-threshold.ts';
import { type Model, modelNames, parseModel } from '../../lib/detection/models.ts';
import { type RelativeDifference, relativeDifference } from '../../lib/detection/relative-difference.ts';

/**
 * The two models of the original server report the same changes as that server. A series has the same changes
 * when its values come one by one and when they come together.
 */

const of = (...values: number[]) => Float64Array.from(values);
const relative = (config: Partial<RelativeDifference> = {}): Model => ({
  model: 'relativeDifference',
  config: { filter: 'mean', window: 1, threshold: 0.2, minPrevious: 5, ...config },
});
const median = { window: 3, threshold: 0.1, minPrevious: 3, filter: 'median' } as const;
const found = (values: Float64Array, ...models: Model[]) => detect(values, models).map(({ at }) => at);

suite('relative difference of means', () => {
  const cases: readonly [what: string, values: number[], config: Partial<RelativeDifference>, at?: number][] =
    [
      ['too few values before', [1, 1, 1, 1, 9], {}],
      ['enough of them', [1, 1, 1, 1, 1, 9], {}, 5],
      ['the threshold itself is allowed', [4, 4, 4, 4, 4, 5], { threshold: 0.25 }],
      ['more is not', [4, 4, 4, 4, 4, 5.001], { threshold: 0.25 }, 5],
      ['less is not either', [4, 4, 4, 4, 4, 2.999], { threshold: 0.25 }, 5],
      ['never fewer before than the window has', [1, 1, 1, 9, 9, 9, 9], { window: 4, minPrevious: 1 }],
      [
        'the first value of the window beyond the mean',
        [1, 1, 1, 1, 0.5, 9],
        { window: 2, minPrevious: 1 },
        5,
      ],
      ['the mean of a window', [1, 1, 1, 1, 1, 3], { window: 2, minPrevious: 1 }, 5],
      ['its smallest value', [1, 1, 1, 1, 1, 3], { window: 2, minPrevious: 1, filter: 'min' }],
      ['its largest value', [1, 1, 1, 1, 1, 1.5], { window: 2, minPrevious: 1, filter: 'max' }, 5],
      ['its median, from the first value that is near to it', [1, 1, 1, 1.1, 2, 2], median, 4],
      ['its median, down', [2, 2, 2, 1.9, 1, 1], median, 4],
      ['no median of a single outlier', [1, 1, 1, 1, 9, 1], median],
      [
        'a long window has a small standard error',
        [9, 11, 9, 11, 9, 11, 9, 11, 12.5, 12.5, 12.5, 12.5, 12.5],
        { window: 5, deviations: 3 },
        8,
      ],
      ['nothing within the standard errors', [1, 2, 1, 2, 1, 2, 2.5, 2.5, 2.5], { ...median, deviations: 5 }],
      [
        'more than the standard errors',
        [1, 1.1, 1, 1.1, 1, 1.1, 2.5, 2.5, 2.5],
        { ...median, deviations: 5 },
        6,
      ],
      ['a series of zeros has no change', [0, 0, 0, 0, 0, 0], {}],
      ['from zero to anything', [0, 0, 0, 0, 0, 1], {}, 5],
      ['a fall below zero', [-1, -1, -1, -1, -1, -2], {}, 5],
      ['the first value of a fall below zero', [-1, -1, -1, -1, -3, -3], { window: 2, minPrevious: 1 }, 4],
      ['the first value of a rise to zero', [-1, -1, -1, -1, 0, 0], { window: 2, minPrevious: 1 }, 4],
    ];
  for (const [what, values, config, at] of cases)
    test(what, () => {
      const { config: whole } = relative(config) as { readonly config: RelativeDifference };
      assert.equal(relativeDifference(of(...values), whole)?.at, at);
    });

  test('the level of the window has the value that was compared', () => {
    const values = of(1, 1, 1, 1, 1, 1, 1, 9);
    const window = { window: 3, minPrevious: 3 };
    const mean = relativeDifference(values, relative(window).config as RelativeDifference);
    assert.deepEqual(mean?.after, { count: 3, mean: 11 / 3, deviation: 8 / Math.sqrt(3) });
    const medians = relativeDifference(of(1, 1, 1, 1, 1, 1, 9, 9), { ...median });
    assert.equal(medians?.after.median, 9);
    for (const filter of ['min', 'max'] as const) {
      const { config } = relative({ ...window, filter });
      const found = relativeDifference(of(1, 1, 1, 1, 1, 3, 4, 5), config as RelativeDifference);
      assert.deepEqual(found?.after, { count: 3, mean: 4, deviation: 1, [filter]: filter === 'min' ? 3 : 5 });
    }
  });

  test('reports what it compared', () => {
    const finding = relativeDifference(of(1, 2, 1, 2, 1.5, 3), relative().config as RelativeDifference);
    assert.deepEqual(finding?.before, { count: 5, mean: 1.5, deviation: 0.5 });
    assert.equal(
      finding?.explanation,
      'the last value is 3, +100 % compared with 1.5, the mean of the 5 values before (standard deviation 0.5); +20 % is allowed',
    );
  });

  test('states that a fall below zero is a fall', () => {
    const finding = relativeDifference(of(-1, -1, -1, -1, -1, -3), relative().config as RelativeDifference);
    assert.match(finding?.explanation ?? '', /^the last value is -3, -200 % compared with -1, /);
  });

  test('begins again with the value of a change', () => {
    // The value 10 counts in the mean of the later values, so the second change needs five values after the
    // first change.
    assert.deepEqual(found(of(1, 1, 1, 1, 1, 10, 10, 10, 10, 1, 1), relative()), [5, 10]);
    assert.deepEqual(found(of(1, 1, 1, 1, 1, 10, 10, 10, 10, 10, 10, 10), relative()), [5]);
  });
});

suite('fixed threshold', () => {
  const cases: readonly [value: number, min: readonly [boolean, boolean], isChange: boolean][] = [
    [4.9, [true, true], true],
    [5, [true, true], false],
    [5, [true, false], true],
    [5.1, [true, false], false],
    [-9, [false, false], false],
  ];
  for (const [value, [enabled, inclusive], isChange] of cases)
    test(`${value} with a lower bound of 5${inclusive ? '' : ', excluded'}${enabled ? '' : ', switched off'}`, () => {
      const bound = { enabled, inclusive, value: 5 };
      const off = { enabled: false, inclusive: true, value: 0 };
      assert.equal(fixedThreshold(value, { min: bound, max: off }) !== undefined, isChange);
      const mirrored = { ...bound, value: -5 };
      assert.equal(fixedThreshold(-value, { min: off, max: mirrored }) !== undefined, isChange);
    });

  test('each value beyond a bound is a change of its own', () => {
    const model = parseModel('fixedThreshold', { max: { enabled: true, value: 5 } }) as Model;
    assert.deepEqual(found(of(9, 1, 6, 7, 5), model), [0, 2, 3]);
  });
});

suite('a series', () => {
  const models = [relative(), relative({ window: 5, threshold: 0.1 })];
  const values = Float64Array.from({ length: 120 }, (_, n) => (n % 50 < 25 ? 100 : 130) + ((n * 37) % 11));

  test('has the same changes when it grows value by value', () => {
    const whole = detect(values, models);
    assert.ok(whole.length >= 4, `${whole.length} changes`);
    let known: ReturnType<typeof detect> = [];
    for (let end = 1; end <= values.length; end += 1)
      known = detect(values.subarray(0, end), models, { from: end - 1, known });
    assert.deepEqual(known, whole);
  });

  test('begins again at the latest change, also when another model finds an earlier one in the same step', () => {
    const level = [98, 97, 96, 97, 100, 100, 100, 102, 100, 98, 98, 102, 97, 103, 100, 98];
    const models = [
      relative({ minPrevious: 7 }),
      relative({ minPrevious: 7, window: 3, filter: 'max' }),
      relative({ minPrevious: 2, window: 3, filter: 'min', threshold: 0.1 }),
    ];
    assert.deepEqual(found(of(...level, 176, 180, 182, 178, 181), ...models), [14, 16]);
  });

  test('takes what a person confirmed as given, and begins again there', () => {
    const [first] = detect(values, models);
    const others = detect(values, models, { confirmed: [first?.at ?? 0] });
    assert.ok(others.every(({ at }) => at !== first?.at));
    assert.deepEqual(
      [first?.at, ...others.map(({ at }) => at)],
      detect(values, models).map(({ at }) => at),
    );
    // A person confirmed a change at a value where the model finds no change. The values before it do not
    // count for later means.
    assert.deepEqual(
      detect(of(1, 1, 1, 1, 1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.3), [relative()], { confirmed: [5] }),
      [],
    );
    assert.equal(detect(of(1, 1, 1, 1, 1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.3), [relative()]).length, 1);
  });
});

test('the odds of a change by chance have two digits', () => {
  const values = Float64Array.from({ length: 40 }, (_, n) => (n < 20 ? 10 : 12) + ((n * 7) % 5));
  const config = { chance: 0.2, persistence: 3, leastChange: 0.01 };
  const [{ explanation = '' } = {}] = detect(values, [{ model: 'eDivisive', config }]);
  assert.match(explanation, /; 0\.099 in 100 stable series show such a change by chance$/);
});

suite('settings', () => {
  test('have defaults where they are absent or null', () => {
    assert.deepEqual(
      parseModel('relativeDifference', { window: 5, threshold: null }),
      relative({ window: 5 }),
    );
    assert.deepEqual(parseModel('eDivisive', { model: 'eDivisive' }), {
      model: 'eDivisive',
      config: { chance: 0.01, persistence: 3, leastChange: 0.01 },
    });
  });

  test('may have the members that clients of the original send with every model', () => {
    for (const name of modelNames) {
      const plain = parseModel(name, {});
      assert.ok('config' in plain);
      assert.deepEqual(parseModel(name, { model: name, builtIn: true }), plain);
    }
  });

  test('are refused all at once, each with its place', () => {
    assert.deepEqual(parseModel('relativeDifference', { window: 0, threshold: '1', filter: 'mode' }), [
      'filter must be mean, median, min or max',
      'window must be a whole number from 1',
      'threshold must be a number from 0',
    ]);
    const misread = { min: 3, max: { value: 5, treshold: 1 }, window: 2 };
    assert.deepEqual(parseModel('fixedThreshold', misread), [
      'min must be an object such as {"enabled": true, "inclusive": true, "value": 10}',
      'max.treshold is not a setting of a bound: the settings are enabled, inclusive and value',
      'max.enabled must be true or false: true checks the bound',
      'window is not a setting of fixedThreshold: the settings are min, max',
    ]);
    assert.deepEqual(parseModel('relativeDifference', { model: 'relativeDifference', treshold: 0.5 }), [
      'treshold is not a setting of relativeDifference: the settings are filter, window, threshold, minPrevious, deviations',
    ]);
    assert.deepEqual(parseModel('fixedThreshold', { min: { enabled: true }, max: { value: 'x' } }), [
      'min.value must be a number',
      'max.value must be a number',
    ]);
    const texts = { min: { enabled: 'true', value: 1 }, max: { enabled: 1, inclusive: 'false', value: 2 } };
    assert.deepEqual(parseModel('fixedThreshold', texts), [
      'min.enabled must be true or false: true checks the bound',
      'max.enabled must be true or false: true checks the bound',
      'max.inclusive must be true or false: true allows the value itself',
    ]);
    assert.deepEqual(parseModel('eDivisive', { persistence: 2, chance: 0.5 }), [
      'chance must be a number from 0.0001 to 0.2',
      'persistence must be a whole number from 3',
    ]);
    assert.deepEqual(parseModel('magic', {}), [
      "Unknown model 'magic': the models are relativeDifference, fixedThreshold, eDivisive",
    ]);
  });
});
