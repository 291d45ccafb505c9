import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evaluate } from '../../../functions/scripts/script-engine.ts';
import { watch } from '../../../functions/scripts/time-limit.ts';
import { unwritten } from '../../../lib/results/scripts/evaluation.ts';
import { scriptLimits } from '../../../lib/results/scripts/limits.ts';
import { openScripts } from '../../../lib/results/scripts/scripts.ts';

/**
 * A function of a label ends, whatever it calls in the script engine, and the process can evaluate the next
 * function.
 */

const tooLong = `the function was stopped, because it took longer than ${scriptLimits.scriptMs} ms`;
const tooLarge = `the function needs more than ${scriptLimits.scriptBytesMax / 2 ** 20} MB`;

suite('a loop inside the engine, which looks at no clock, is ended:', () => {
  const loops: Readonly<Record<string, string>> = {
    'a search of a text in a text': 'v => "x".repeat(8e6).indexOf("x".repeat(4e6) + "y")',
    'the same from behind': 'v => "x".repeat(8e6).lastIndexOf("x".repeat(4e6) + "y")',
    'a regular expression': 'v => /(a+)+$/.test("a".repeat(40) + "b")',
    'a list that is all holes': 'v => [].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'a list that is turned': 'v => [].reverse.call({ length: 2 ** 53 - 1 })',
    'a list that is sorted': 'v => new Array(2 ** 32 - 1).sort()',
    'a list that is joined': 'v => new Array(2 ** 32 - 1).join("")',
    'a list that moves': 'v => [].copyWithin.call({ length: 2 ** 53 - 1, 0: 1 }, 5, 0)',
    'bytes that are filled again and again':
      'v => { const all = new Uint8Array(2e7); for (let n = 0; n < 1e6; n += 1) all.fill(n) }',
    'a number of many digits': 'v => { for (;;) (10n ** 300000n).toString() }',
    'one that catches what ends it':
      'v => { for (;;) try { [].indexOf.call({ length: 2 ** 53 - 1 }, 1) } catch {} finally { for (;;); } }',
    'one behind a promise': 'async v => { await 0; [].indexOf.call({ length: 2 ** 53 - 1 }, 1) }',
    'one while it is compiled': '(() => { [].indexOf.call({ length: 2 ** 53 - 1 }, 1) })()',
    'one while its result is written':
      'v => ({ get a() { return [].indexOf.call({ length: 2 ** 53 - 1 }, 1) } })',
  };
  for (const [what, script] of Object.entries(loops))
    test(what, async () => {
      assert.deepEqual(await evaluate(script, 'null'), { problem: tooLong, output: [] });
      assert.deepEqual(await evaluate('v => v + 1', '1'), { json: '2', output: [] });
    });

  test('among others that wait for the same engine', async () => {
    const endless = 'v => [].indexOf.call({ length: 2 ** 53 - 1 }, 1)';
    const scripts = ['v => v + 1', endless, 'v => v + 2', endless, 'v => v + 3'];
    const answers = await Promise.all(scripts.map((script) => evaluate(script, '1')));
    assert.deepEqual(
      answers.map((answer) => ('json' in answer ? answer.json : answer.problem)),
      ['2', tooLong, '3', tooLong, '4'],
    );
  });
});

test('a result that takes too long to write is written twice at most, and its problem names the result', async () => {
  const given: number[] = [];
  let now = 0;
  // The first attempt ends by the wall clock, and the second by the processor time.
  const scripts = openScripts(
    () => {
      if (given.length > 1) now += 1;
      return now;
    },
    (ms, work) => {
      given.push(ms);
      return given.length === 1 ? watch(ms * 4, work) : work();
    },
  );
  const problem = { problem: unwritten, output: [] };
  assert.deepEqual(await scripts('v => new Array(2 ** 32 - 1)', 'null'), problem);
  assert.deepEqual(given, [250, 4 * scriptLimits.scriptWritingMs]);
  assert.deepEqual(await scripts('v => v + 1', '1'), { json: '2', output: [] });
});

suite('the engine limits the memory of a single call:', () => {
  /**
   * The clock of this engine never moves, so the memory limit is reached before the time limit on any
   * machine.
   */
  const evaluate = openScripts(() => 0);
  const greedy: Readonly<Record<string, string>> = {
    'a text': 'v => "x".repeat(1e9)',
    'a text that is filled up': 'v => "x".padStart(1e9)',
    'a list': 'v => new Array(1e9).fill(0)',
    bytes: 'v => new Uint8Array(2 ** 25)',
    names: 'v => Object.getOwnPropertyNames(new Uint8Array(5e6))',
  };
  for (const [what, script] of Object.entries(greedy))
    test(what, async () => {
      assert.deepEqual(await evaluate(script, 'null'), { problem: tooLarge, output: [] });
      assert.deepEqual(await evaluate('v => v + 1', '1'), { json: '2', output: [] });
    });
});

suite('deep nesting ends, with the stack or with the time:', () => {
  const ended = /^the JavaScript engine failed in this function |stack overflow$|took longer than 50 ms$/;
  const nest = 'let all = []; for (let n = 0; n < 2e4; n += 1) all = [all];';
  const deep: Readonly<Record<string, RegExp>> = {
    [`v => { ${nest} return JSON.stringify(all) }`]: ended,
    [`v => { ${nest} return all }`]: /^Error: the result contains itself, or has more than 300 levels$/,
    'v => JSON.parse("[".repeat(1e5))': ended,
    'v => new Function("(".repeat(1e5))': ended,
    'v => { const all = []; all[0] = all; return all.flat(Infinity) }': ended,
  };
  for (const [script, expected] of Object.entries(deep))
    test(script, async () => {
      const answer = await evaluate(script, 'null');
      assert.match('problem' in answer ? answer.problem : '', expected);
      assert.deepEqual(await evaluate('v => v + 1', '1'), { json: '2', output: [] });
    });
});
