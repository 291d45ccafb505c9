import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { appendErrors } from '../lib/ajv-code.ts';
import { ajvFor, benchmarkSchema } from '../lib/driver/document/compile-schema.ts';

const schema = {
  properties: { rows: { type: 'array', items: { $ref: '#/$defs/row' } } },
  $defs: {
    row: { properties: { a: { type: 'string' }, b: { type: 'string' }, c: { $ref: '#/$defs/row' } } },
  },
};
const value = { rows: Array.from({ length: 20 }, () => ({ a: 1, b: 2, c: { a: 'x', b: 3, c: { a: 4 } } })) };

test('appends the errors that Ajv would copy, in the same order', () => {
  const options = { allErrors: true, strict: false, inlineRefs: false };
  const [copied, appended] = [undefined, appendErrors].map((process) => {
    const validate = new Ajv({ ...options, code: process === undefined ? {} : { process } }).compile(schema);
    validate(value);
    validate(value);
    return validate.errors;
  });
  assert.equal(appended?.length, 80);
  assert.deepEqual(appended, copied);
});

test('no compiled check of a document copies its errors for each part', () => {
  const codes: string[] = [];
  const ajv = ajvFor({ source: false });
  const { process } = ajv.opts.code;
  ajv.opts.code.process = (code, schema) => {
    const processed = process?.(code, schema) ?? code;
    codes.push(processed);
    return processed;
  };
  ajv.compile(benchmarkSchema);
  assert.ok(codes.some((code) => code.includes('.errors]')));
  assert.equal(
    codes.some((code) => code.includes('vErrors.concat')),
    false,
  );
});
