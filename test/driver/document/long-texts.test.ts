import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { shop } from './hostile-documents.ts';

/** Long texts on which a careless pattern would take minutes. */

const many = (text: string): string => text.repeat(200_000);
const step = (text: string): string => shop(`scenario: [main: [{${text}}]]`);
const blanks = `'a${many(' ')}!'`;
const array = `httpRequest: {GET: /, handler: {body: {array: ${blanks}}}}`;

const documents: { readonly [what: string]: readonly [text: string, says: RegExp] } = {
  'blanks in a sum': [step(`addToInt: ${blanks}`), /addToInt needs var/],
  'blanks in a random number': [step(`randomInt: ${blanks}`), /randomInt needs toVar/],
  'blanks in a division': [step(`divide: ${blanks}`), /divide/],
  'blanks in a comparison': [step(`breakSequence: {intCondition: ${blanks}}`), /is not a comparison/],
  'blanks in a size': [step(array), /array needs toVar/],
  'a host of colons': [`name: shop\nhttp: {host: '${many(':')}!'}`, /is malformed/],
  'a query of digits': [step(`json: {fromVar: a, query: '.[${many('0')}', toVar: b}`), /is malformed/],
  'a format of zeros': [step(`log: '\${%${many('0')}!x:b}'`), /malformed integer format/],
  'a format of percent signs': [step(`log: '\${${many('%')}!:b}'`), /unknown format/],
  'an expression of classes': [step(`httpRequest: {GET: /, metric: ['${many('[:')}']}`), /may have 4096/],
  'an alias of brackets': [`name: *${many('{')}`, /a value cannot begin with this character/],
  'dashes before a wrong key': [`${many('-')}: a: b`, /a second ': '/],
  'blanks before a wrong key': [`a:${many(' ')}b: c: d`, /a second ': '/],
};

describe('a long text is refused in a time that is linear in its length', () => {
  for (const [what, [text, says]] of Object.entries(documents))
    it(what, () => {
      const { problems } = parseBenchmark(text);
      assert.ok(
        problems.some(({ message }) => says.test(message)),
        problems.map(({ message }) => message.slice(0, 200)).join('\n'),
      );
    });
});
