/** A number in a cell has the same value as JSON.parse gives it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberAt } from '../../../../../lib/results/query/planner/shape/cells.ts';

function agrees(text: string): void {
  const bytes = new TextEncoder().encode(`\n${text}\n`);
  assert.ok(Object.is(numberAt(bytes, 1, bytes.length - 1), JSON.parse(text)), text);
}

const edges = [
  '0',
  '-0',
  '-0.0',
  '0.1',
  '0.3',
  '1e5',
  '1E-5',
  '-1.5e+3',
  '1e400',
  '-1e400',
  '5e-324',
  '0.000001',
  '1.0',
];
const long = [
  '999999999999999',
  '9999999999999999',
  '9007199254740993',
  '90071992547409.93',
  '0.123456789012345',
  '123456789.1234567890123',
];
for (const text of [...edges, ...long]) test(`reads ${text}`, () => agrees(text));

test('random numbers', () => {
  const digits = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
  const decimal = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.maxSafeNat(),
      digits(24),
      fc.constantFrom('', 'e2', 'E-9'),
      fc.boolean(),
    )
    .map(
      ([sign, whole, part, exponent, hasPart]) => `${sign}${whole}${hasPart ? `.${part}` : ''}${exponent}`,
    );
  fc.assert(fc.property(decimal, agrees), { numRuns: 5000 });
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
      agrees(JSON.stringify(value)),
    ),
  );
});
