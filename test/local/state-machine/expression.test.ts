import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import { brokenExpressions, evaluate } from '../../../lib/local/state-machine/interpreter/expression.ts';

suite('expressions in JSON', () => {
  const bindings = { states: { input: { n: 2 } } };
  const failsWith = (template: string, message: RegExp) =>
    assert.rejects(evaluate(template, bindings), (error: StatesError) => {
      assert.ok(error instanceof StatesError);
      assert.equal(error.error, 'States.QueryEvaluationError');
      assert.match(error.message, message);
      return true;
    });

  test('are evaluated at every place, and other values do not change', async () => {
    const template = {
      sum: '{% $states.input.n + 1 %}',
      list: ['{%$states.input.n%}', 'n', 5, null, true],
      lines: '{% [1,\n2] %}',
      text: ' {% 1 %}',
      open: '{% 1 %} ',
    };
    assert.deepEqual(JSON.parse(JSON.stringify(await evaluate(template, bindings))), {
      sum: 3,
      list: [2, 'n', 5, null, true],
      lines: [1, 2],
      text: ' {% 1 %}',
      open: '{% 1 %} ',
    });
  });

  test('that fail or return nothing are errors of the query', async () => {
    await failsWith('{% $states.input.none %}', /^\$states\.input\.none returned nothing \(undefined\)$/);
    await failsWith(
      "{% 1 + 'a' %}",
      /^1 \+ 'a': The right side of the "\+" operator must evaluate to a number$/,
    );
    await failsWith('{% ( %}', /^\(: /);
    await failsWith("{% $eval('1') %}", /^\$eval\('1'\): Attempted to invoke a non-function$/);
  });

  test('are evaluated again each time', async () => {
    const value = (n: number) => evaluate('{% $n * 2 %}', { n });
    assert.deepEqual([await value(1), await value(4)], [2, 8]);
  });

  test('that are broken are found with what is wrong', () => {
    const template = { good: '{% 1 %}', deep: [{ bad: '{% 1 + %}' }, '{% ) %}'], text: '1 +', none: null };
    const found = [...brokenExpressions(template)];
    assert.equal(found.length, 2);
    assert.match(found[0] ?? '', /^the expression \{% 1 \+ %\} is wrong: .+/);
    assert.match(found[1] ?? '', /^the expression \{% \) %\} is wrong: .+/);
  });
});
