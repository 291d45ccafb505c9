import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Document } from '../../../lib/results/query/document.ts';
import { queryElements } from '../../../lib/results/query/query-elements.ts';
import { utf8 } from '../run-index/stored.ts';
import { inMemory } from './planner/in-memory.ts';

/** Downpour queries the parts of a document one after the other, each as if it were a separate document. */

const texts = ['{"v":1.50,"w":[]}', '{"x":[1,2]}', '{"v":2,"w":["a"]}'];
const wholes = texts.map((text) => new Document(utf8(text)));
const sources = await Promise.all(texts.map(inMemory));
const now = () => 0;

suite('a question to elements', () => {
  for (const [query, common, one, all] of [
    ['$.v', 'sql', '1.50', '[1.50, 2]'],
    ['$.v', 'jsonpath', '1.50', '[1.50,2]'],
    ['$.x[*]', 'jsonpath', 'null', '[1,2]'],
    ['$.w', 'jsonpath', '[]', '[[],["a"]]'],
    ['$.gone', 'sql', 'null', 'null'],
  ] as const)
    for (const [how, elements] of Object.entries({
      wholes,
      sources,
      mixed: [wholes[0]!, ...sources.slice(1)],
    }))
      test(`has the first answer, or all in one list: ${query} as ${common}, ${how}`, async () => {
        const ask = (array: boolean) =>
          queryElements(query, { array, now, common }, { elements, none: 'null' });
        const [first, list] = [await ask(false), await ask(true)];
        assert.deepEqual([first.result.value, list.result.value], [one, all]);
        assert.deepEqual([first.dialect, list.dialect], [common, common]);
      });

  test('without a match in any of them is answered as its caller wishes', async () => {
    for (const none of ['null', '[]'] as const) {
      const { result } = await queryElements('$.gone', { array: true, now }, { elements: wholes, none });
      assert.deepEqual([result.value, result.valid], [none, true]);
    }
  });

  test('reports the cost of all elements up to the element with the answer', async () => {
    let time = 0;
    const ticking = () => time++ * 1.0004;
    const ask = async (array: boolean, elements: Parameters<typeof queryElements>[2]['elements']) =>
      (await queryElements('$.v', { array, now: ticking }, { elements, none: '[]' })).explain;
    const [a = 0, b = 0, c = 0] = wholes.map(({ bytes }) => bytes.length);
    const one = await ask(false, wholes);
    assert.deepEqual([one.way, one.dialect, one.bytesRead, one.reads], ['whole', 'jsonpath', a, 1]);
    assert.equal(one.milliseconds, Math.round(one.milliseconds * 1000) / 1000);
    assert.ok(one.milliseconds > 0 && one.milliseconds < time * 1.0004);
    const all = await ask(true, [...wholes.slice(0, 2), sources[2]!]);
    assert.deepEqual([all.bytesRead, all.reads], [a + b + c, 3]);
  });

  test('with an invalid expression is refused before any element is read', async () => {
    const never = { [Symbol.iterator]: () => assert.fail('an element is looked at') };
    const options = { array: true, now };
    const refused = await queryElements('$.a[', options, { elements: never, none: '[]' });
    assert.deepEqual([refused.result.valid, refused.explain.reads], [false, 0]);
  });

  test('that one of them cannot answer fails whole', async () => {
    const elements = ['{"v":1}', '{"x":1}'].map((text) => new Document(utf8(text)));
    const strict = await queryElements('strict $.v', { array: true, now }, { elements, none: '[]' });
    assert.deepEqual([strict.result.valid, strict.result.value], [false, null]);
  });

  test('is mended where that is requested', async () => {
    for (const elements of [wholes, sources]) {
      const ask = (lenient: boolean) =>
        queryElements('v', { array: true, now, lenient }, { elements, none: '[]' });
      const [strict, lenient] = [await ask(false), await ask(true)];
      assert.deepEqual([strict.result.valid, lenient.result.value], [false, '[1.50,2]']);
    }
  });
});
