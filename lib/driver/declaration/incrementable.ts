import { mappingSchema, parseBody } from './body.ts';
import { type Field, required } from './field.ts';
import { anyNumber, notNegative, positive, positiveInteger, positiveNumber, wholeNumber } from './scalars.ts';
import { type Definition, define, own, referTo } from './schema.ts';
import { fieldsOf, textOf } from './value-readers.ts';

/**
 * A number that changes with the iterations of a phase: its value in the first iteration, and the increment
 * of each further iteration.
 */
export type Incrementable = {
  readonly base: number;
  readonly increment: number;
  /** True when the number may be 0 in an iteration. */
  readonly canBeZero?: true;
};

export const isIncrementable = (value: unknown): value is Incrementable =>
  typeof value === 'object' && value !== null && 'base' in value && 'increment' in value;

const growth = 'Added in every further iteration; may be negative.';
const first = 'Value in the first iteration.';

const numbers = {
  base: required(positive(positiveNumber, first, 10)),
  increment: required(anyNumber(growth, 5)),
};
const rampEnds = {
  base: required(notNegative(first, 10)),
  increment: required(anyNumber(growth, 5)),
};
const integers = {
  base: required(positive(positiveInteger, first, 10)),
  increment: required(wholeNumber(growth, 5)),
};

const numberDefinition = define('incrementableNumber', {
  title: 'a number above 0, or a mapping with base and increment',
  ...own('A number above 0, or `base` plus `increment` for every further iteration of the phase.', 10),
  type: ['number', 'object'],
  exclusiveMinimum: 0,
  ...mappingSchema(numbers),
});
const rampEndDefinition = define('incrementableRampEnd', {
  title: 'a number of at least 0, or a mapping with base and increment',
  ...own('A number of at least 0, or `base` plus `increment` for every further iteration of the phase.', 10),
  type: ['number', 'object'],
  minimum: 0,
  ...mappingSchema(rampEnds),
});
const integerDefinition = define('incrementableInteger', {
  title: 'a whole number of at least 1, or a mapping with base and increment',
  ...own(
    'A whole number of at least 1, or `base` plus `increment` for every further iteration of the phase.',
    10,
  ),
  type: ['integer', 'object'],
  minimum: 1,
  ...mappingSchema(integers),
});

const incrementable =
  (definition: Definition, fields: typeof numbers, bound: Pick<Incrementable, 'canBeZero'> = {}) =>
  (description: string, example?: number): Field<Incrementable, false> => ({
    schema: referTo(definition, description, example),
    always: false,
    parse(raw, at, around) {
      const base =
        fieldsOf(raw) === undefined
          ? fields.base.parse(textOf(raw), at, around)
          : parseBody({ name: `${at.at(-1)}`, fields }, raw, at, around);
      if (base === undefined) return undefined;
      return { ...(typeof base === 'number' ? { base, increment: 0 } : base), ...bound };
    },
  });

export const incrementableNumber = incrementable(numberDefinition, numbers);
/** A field with the rate at the beginning or end of a ramp, which may be 0. */
export const incrementableRampEnd = incrementable(rampEndDefinition, rampEnds, { canBeZero: true });
export const incrementableInteger = incrementable(integerDefinition, integers);
