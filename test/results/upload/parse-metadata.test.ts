import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMetadata } from '../../../lib/results/upload/parse-metadata.ts';

/**
 * Metadata is an array of objects that name schemas. A single object counts as an array of itself (row 24).
 */

const parsed = (text: string): string => Buffer.from(parseMetadata(Buffer.from(text))).toString();

test('an array is kept byte for byte, an object is wrapped', () => {
  const array = '[ {"$schema":"a","n":1.50},\n{"$schema":"b"}]';
  assert.equal(parsed(array), array);
  assert.equal(parsed('[]'), '[]');
  assert.equal(
    parsed(' {"$schema":"a","n":12345678901234567890}'),
    '[ {"$schema":"a","n":12345678901234567890}]',
  );
  assert.equal(parsed('\ufeff{"$schema":"a"}'), '[{"$schema":"a"}]');
  assert.equal(parsed(JSON.stringify('{"$schema":"a"}')), '[{"$schema":"a"}]');
});

test('wrong metadata is rejected', () => {
  for (const [text, message] of [
    ['{"a":1}', 'Metadata is missing schema!'],
    ['{"$schema":1}', 'Metadata is missing schema!'],
    ['[{"$schema":"a"},7]', 'One of metadata elements is not an object!'],
    ['[[]]', 'One of metadata elements is not an object!'],
    ['[null]', 'One of metadata elements is not an object!'],
    ['[{"$schema":"a"},{}]', 'One of metadata elements is missing a schema!'],
    ['7', 'Metadata is neither an object nor an array of objects!'],
    ['null', 'Metadata is neither an object nor an array of objects!'],
    ['"x"', 'Metadata is neither an object nor an array of objects!'],
  ] as const)
    assert.throws(
      () => parseMetadata(Buffer.from(text)),
      {
        code: 'METADATA_INVALID',
        status: 400,
        message: `${message} Each metadata object must have a member $schema with the URI of its schema.`,
      },
      text,
    );
  for (const [text, what] of [
    ['{', 'the metadata'],
    ['"{"', 'the text in the metadata, which is a JSON string,'],
  ] as const)
    assert.throws(() => parseMetadata(Buffer.from(text)), {
      code: 'NOT_JSON',
      message: new RegExp(`^${what} is not JSON: line 1, column 2: `),
    });
});
