import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordLimits } from '../../../lib/repository/records/limits.ts';
import { parseLabel } from '../../../lib/repository/records/schemas/label-request.ts';
import { parseSchema } from '../../../lib/repository/records/schemas/schema-request.ts';
import { parseTransformer } from '../../../lib/repository/records/schemas/transformer-request.ts';
import { grouped } from '../../../lib/words.ts';

const { definitionBytesMax } = recordLimits;

for (const [kind, parse] of [
  ['label', (text: string) => parseLabel({ name: 'a', function: text })],
  ['transformer', (text: string) => parseTransformer({ name: 'a', function: text })],
  ['schema', (text: string) => parseSchema({ name: 'a', uri: 'urn:a', description: text })],
] as const)
  test(`a ${kind} has at most as many bytes as a record may have`, () => {
    const others = JSON.stringify(parse('x')).length - 1;
    assert.ok(parse('x'.repeat(definitionBytesMax - others)));
    assert.throws(() => parse('x'.repeat(definitionBytesMax - others + 1)), {
      code: 'DEFINITION_TOO_LARGE',
      status: 413,
      message: `the ${kind} has more than ${grouped(definitionBytesMax)} bytes as JSON; shorten its longest texts`,
    });
  });
