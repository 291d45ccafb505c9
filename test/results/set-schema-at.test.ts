import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseSchemaUri, type SchemaChange, withSchemaAt } from '../../lib/results/set-schema-at.ts';

/**
 * A change sets or removes the `$schema` at the requested place, and changes no other byte of the document.
 */

const changed = (text: string, change: SchemaChange): string =>
  Buffer.from(withSchemaAt(Buffer.from(text), change)).toString();
const uri = 'urn:b';

suite('a $schema', () => {
  for (const [before, change, after] of [
    ['{}', { uri }, '{"$schema":"urn:b"}'],
    [' { "n" : 1.50 } ', { uri }, ' {"$schema":"urn:b", "n" : 1.50 } '],
    ['{"n":1e3, "$schema" : "urn:a" }', { uri }, '{"n":1e3, "$schema" : "urn:b" }'],
    ['{"$schema":7,"n":{"$schema":"urn:a"}}', { uri }, '{"$schema":"urn:b","n":{"$schema":"urn:a"}}'],
    ['{"$schema":[1,{"$schema":2}],"n":1}', { uri }, '{"$schema":"urn:b","n":1}'],
    ['{"m": {"a":1}, "n":1}', { path: 'm', uri }, '{"m": {"$schema":"urn:b","a":1}, "n":1}'],
    ['{"m":{"a":1},"m":{"a":2}}', { path: 'm', uri }, '{"m":{"a":1},"m":{"$schema":"urn:b","a":2}}'],
    ['{"\\u00e9":{}}', { path: 'é', uri }, '{"\\u00e9":{"$schema":"urn:b"}}'],
    ['[7, {"a":1} ]', { path: '1', uri }, '[7, {"$schema":"urn:b","a":1} ]'],
    ['{"$schema":"urn:a"}', {}, '{}'],
    ['{ "$schema" : "urn:a" , "n" : 1.0 }', {}, '{ "n" : 1.0 }'],
    ['{ "n" : 1.0 , "$schema" : "urn:a" }', {}, '{ "n" : 1.0 }'],
    ['{"a":1, "$schema":"urn:a", "b":2}', {}, '{"a":1, "b":2}'],
    ['{"$schema":1,"a":1,"\\u0024schema":2,"$schema":3}', {}, '{"a":1}'],
    ['{"$schema":1,"$schema":{"$schema":2}}', {}, '{}'],
    [
      '{"m":{"$schema":"urn:a","x":[{}]},"$schema":"urn:r"}',
      { path: 'm' },
      '{"m":{"x":[{}]},"$schema":"urn:r"}',
    ],
    ['{"n":{"$schema":1}}', {}, '{"n":{"$schema":1}}'],
  ] as const satisfies readonly (readonly [string, SchemaChange, string])[])
    test(`${JSON.stringify(change)} makes ${before} ${after}`, () => {
      assert.equal(changed(before, change), after);
    });

  for (const [document, path, message] of [
    ['[{}]', undefined, /the root of the document is not an object.*index of an element/],
    ['7', undefined, /the root of the document is not an object/],
    ['{"m":[{}]}', 'm', /the member m of the document is not an object.*name of a member/],
    ['{"m":{}}', 'x', /the member x of the document does not exist/],
    ['[{}]', '1', /the element 1 of the document does not exist/],
    ['[{}]', 'm', /the element m of the document does not exist/],
    ['{"m":"{}"}', 'm', /the member m of the document is not an object/],
  ] as const)
    test(`has no place at ${path} in ${document}`, () => {
      assert.throws(() => changed(document, { path, uri }), {
        code: 'SCHEMA_PATH_INVALID',
        status: 400,
        message,
      });
    });

  test('that is set and cleared leaves the values of any document', () => {
    const names = fc.constantFrom('$schema', 'a', 'b', '$', 'é"');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), fc.constantFrom('', ' ', '\n\t'), (object, gap) => {
        const text = JSON.stringify(object, undefined, gap);
        const { $schema: _, ...rest } = JSON.parse(text);
        assert.deepEqual(JSON.parse(changed(text, { uri })), { ...rest, $schema: uri });
        assert.deepEqual(JSON.parse(changed(text, {})), rest);
        assert.deepEqual(JSON.parse(changed(changed(text, { uri }), {})), rest);
      }),
    );
  });
});

test('a URI may come in quotes, and blanks are none', () => {
  for (const [text, expected] of [
    [' urn:a\n', 'urn:a'],
    ['"urn:a"', 'urn:a'],
    ['', undefined],
    ['""', undefined],
    ['x'.repeat(512), 'x'.repeat(512)],
  ] as const)
    assert.equal(parseSchemaUri(text), expected);
  assert.throws(() => parseSchemaUri('x'.repeat(513)), { code: 'SCHEMA_URI_TOO_LONG', status: 400 });
});
