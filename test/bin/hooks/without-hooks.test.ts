import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { usedParameters, withoutHooks } from '../../../bin/hooks/without-hooks.ts';

suite('a document without its hooks', () => {
  for (const [form, text] of [
    [
      'block mappings',
      'name: n\npre:\n  a: SECRET\n  b:\n    exec: SECRET # SECRET\npost:\n  c: SECRET\nlast: 1\n',
    ],
    ['lists at the margin', 'name: n\npre:\n- a: SECRET\n- b: SECRET\npost:\n- c: SECRET\nlast: 1\n'],
    ['flow style', 'name: n\npre: { a: SECRET }\npost: [ { c: SECRET } ]\nlast: 1\n'],
    ['JSON', '{"name": "n", "pre": {"a": "SECRET"}, "post":[{"c":"SECRET"}], "last": 1}\n'],
    ['JSON without blanks', '{"name":"n","pre":{"a":"SECRET"},"last":1}'],
    ['block text', 'name: n\npre:\n  a: |\n    echo SECRET\n\n    echo SECRET\nlast: 1\n'],
    ['an anchor', 'name: n\npre: &hooks\n  a: SECRET\nlast: 1\n'],
    ['the last member', 'name: n\nlast: 1\npost:\n  a: SECRET'],
    ['quoted names', 'name: n\n"pre":\n  a: SECRET\nlast: 1\n'],
    ['windows line ends', 'name: n\r\npre:\r\n  a: SECRET\r\nlast: 1\r\n'],
  ] as const)
    test(`in ${form} keeps everything else in its line`, () => {
      const stripped = withoutHooks(text);
      assert.doesNotMatch(stripped, /SECRET/);
      const expected = parse(text);
      for (const key of ['pre', 'post']) if (key in expected) expected[key] = {};
      assert.deepEqual(parse(stripped), expected);
      const lines = (of: string) => of.split('\n').map((line) => line.replace(/\s+$/, ''));
      const at = (of: string) => lines(of).findIndex((line) => /last/.test(line));
      assert.equal(at(stripped), at(text));
      assert.equal(lines(stripped).length, lines(text).length);
    });

  test('is itself when it has none, also where another member is called so', () => {
    for (const text of ['name: n\nphases: [ { pre: { a: 1 } } ]\n', '[1]', 'a: [', ''])
      assert.equal(withoutHooks(text), text);
  });

  test('keeps the parameters that are used elsewhere', () => {
    const text = 'a: !param RATE 3\nb: [ !param X, !PARAM Y ]\n';
    const given = { RATE: '1', X: '2', Y: '3', CMD: '4' };
    assert.deepEqual(usedParameters(text, given), { RATE: '1', X: '2', Y: '3' });
  });
});
