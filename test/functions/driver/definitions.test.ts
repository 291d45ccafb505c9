import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import validate from 'asl-validator';
import jsonata from 'jsonata';
import { regionDefinition } from '../../../lib/state-machine-definitions.ts';
import { builtIn, expressionsIn, jsonataProblems } from './jsonata-fields.ts';

/**
 * Step Functions accepts each definition in each of its partitions. The rules do not come from this project.
 */

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../functions/driver/${name}.asl.json`, import.meta.url), 'utf8');
const definitions = {
  burst: textOf('burst'),
  'a further region': regionDefinition(textOf('burst')),
  stop: textOf('stop'),
};
/** Partitions of AWS, each with one of its regions. */
const partitions = [
  ['aws', 'eu-central-1'],
  ['aws-us-gov', 'us-gov-west-1'],
  ['aws-cn', 'cn-north-1'],
] as const;

/** The definition of a state machine, with the ARNs of a deployment in place of its placeholders. */
const deployed = (text: string, partition: string, region: string): Record<string, unknown> =>
  JSON.parse(
    text
      .replaceAll('${partition}', partition)
      .replaceAll('${burstsTable}', 'downpour-bursts')
      .replaceAll('${burstMachine}', `arn:${partition}:states:${region}:123456789012:stateMachine:downpour`)
      .replaceAll(/\$\{\w+\}/g, `arn:${partition}:lambda:${region}:123456789012:function:downpour-name:7`),
  );

suite('the definitions of state machines', () => {
  for (const [name, text] of Object.entries(definitions)) {
    for (const [partition, region] of partitions)
      test(`${name}: valid in ${partition}`, () => {
        const definition = deployed(text, partition, region);
        const { isValid, errors } = validate(definition, { checkPaths: true, checkArn: true });
        assert.ok(isValid, JSON.stringify(errors));
        assert.doesNotMatch(JSON.stringify(definition), partition === 'aws' ? /arn:aws-/ : /arn:aws:/);
        // Step Functions accepts definitions of up to 1 MB.
        assert.ok(JSON.stringify(definition).length < 100_000);
      });

    test(`${name}: its JSONata fields keep the rules of the service`, () => {
      const definition = deployed(text, 'aws', 'eu-central-1');
      assert.ok(expressionsIn(definition).length > 5);
      assert.deepEqual(jsonataProblems(definition), []);
    });
  }

  test('the functions that are allowed are those of the JSONata of the service', async () => {
    const found = await jsonata(`[${[...builtIn].map((name) => `$exists($${name})`).join()}]`).evaluate({});
    assert.deepEqual(new Set(found as readonly boolean[]), new Set([true]));
    const { version } = JSON.parse(readFileSync('node_modules/jsonata/package.json', 'utf8'));
    assert.equal(version, '2.0.6');
  });

  test('each rule finds a field that breaks it', () => {
    const task = (fields: object): object => ({ Type: 'Task', Resource: 'arn', End: true, ...fields });
    const broken: readonly (readonly [state: object, problem: RegExp])[] = [
      [task({ Output: 'a {% $states.input %}' }), /the whole text/],
      [task({ Output: '{% 1 %}{% 2 %}' }), /the whole text/],
      [task({ Output: ['{% $states.input %'] }), /the whole text/],
      [task({ Output: '{% $states.input. %}' }), /./],
      [task({ Next: '{% $states.input.next %}' }), /evaluates no expression/],
      [task({ Retry: [{ MaxAttempts: '{% 1 %}' }] }), /evaluates no expression/],
      [task({ InputPath: '$' }), /JSONPath/],
      [task({ Arguments: { 'a.$': '$.a' } }), /JSONPath/],
      [task({ Output: '{% $ %}' }), /no variable/],
      [task({ Output: '{% $$.a %}' }), /no variable/],
      [task({ Output: '{% $other.a %}' }), /no variable/],
      [task({ Output: '{% burst %}' }), /names no input/],
      [task({ Output: '{% $states.input.burst & burst %}' }), /names no input/],
      [task({ Output: "{% $eval('1') %}" }), /withheld/],
      [task({ Output: '{% $frobnicate(1) %}' }), /no function \$frobnicate/],
      [task({ Output: '{% $states.errorOutput.Error %}' }), /no value here/],
      [task({ Arguments: '{% $states.result %}' }), /no value here/],
      [task({ Catch: [{ Output: '{% $states.result %}' }] }), /no value here/],
      [task({ Output: '{% $states.context.Task.Token %}' }), /no value here/],
      [task({ Output: '{% $states.context.Map.Item.Value %}' }), /no value here/],
      [{ Type: 'Pass', Output: '{% $states.result %}' }, /no value here/],
      [{ Type: 'Choice', Choices: [{ Condition: '{% $states.result %}' }] }, /no value here/],
      [{ Type: 'Fail', Error: '{% $states.oops %}' }, /no value here/],
    ];
    for (const [state, problem] of broken) {
      const [found = 'none', ...others] = jsonataProblems({ States: { A: state } });
      assert.match(found, problem, JSON.stringify(state));
      assert.deepEqual(others, [], JSON.stringify(state));
    }
    const inMap = { Type: 'Map', ItemProcessor: { States: { B: task({ Output: '{% $ %}' }) } } };
    assert.match(jsonataProblems({ States: { A: inMap } })[0] ?? '', /^A\/B\.Output: /);
  });
});
