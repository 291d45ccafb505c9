import type { Mapping } from '../../declaration/field.ts';
import { bodyOf, booleanOf, integerOf, textOf } from '../../declaration/raw.ts';
import { referTo } from '../../declaration/schema.ts';
import type { Path } from '../../document/problem.ts';
import type { Read, RunningSequence, Session, SetValue } from '../../model/session.ts';
import type { ScopedField } from '../declaration/scoped.ts';
import type { Scope } from '../scope.ts';
import type { Variables } from '../variables.ts';
import { type Comparisons, compileComparisons, parseComparisons } from './int.ts';
import type { ValueTest } from './value-test.ts';

const comparisons = ['value', 'equalTo', 'notEqualTo', 'startsWith', 'endsWith', 'matchVar'] as const;

/** Tests of a text that all must hold; `negate` turns their result round. */
export type TextTests = {
  readonly compare?: { readonly by: (typeof comparisons)[number]; readonly operand: string };
  /** Comparisons of its length in characters. */
  readonly length?: Comparisons;
  readonly caseSensitive: boolean;
  readonly negate: boolean;
};

/** A member with tests of a text. */
export const textTests = (description: string, example: Mapping): ScopedField<TextTests, false> => ({
  schema: referTo('stringFilter', description, example),
  always: false,
  parse: (raw, at, scope) => parseTextTests(raw, at, scope),
});

/** Text alone is what the value must be equal to. `caseSensitive` is the default. */
export function parseTextTests(
  raw: unknown,
  at: Path,
  scope: Scope,
  caseSensitive = true,
): TextTests | undefined {
  const text = textOf(raw);
  const body = text === undefined ? (bodyOf(raw) ?? {}) : { value: text };
  const given = comparisons.filter((key) => body[key] !== undefined);
  if (given.length > 1 || (given.length === 0 && body.length === undefined)) {
    scope.findings.error(
      at,
      given.length > 1
        ? `${given.slice(0, -1).join(', ')} and ${given.at(-1)} exclude each other`
        : 'expected one of value, equalTo, notEqualTo, startsWith, endsWith and matchVar, or length',
      given.length > 1 ? 'write a stringCondition for each of them below allConditions' : undefined,
    );
    return undefined;
  }
  const length = body.length === undefined ? [] : parseLengths(body.length, [...at, 'length'], scope);
  const [by] = given;
  const operand = by === undefined ? undefined : textOf(body[by]);
  if (by === 'matchVar' && operand !== undefined) scope.readsVariable(operand, undefined, [...at, by]);
  if (length === undefined || (by !== undefined && operand === undefined)) return undefined;
  return {
    ...(by === undefined || operand === undefined ? {} : { compare: { by, operand } }),
    ...(length.length === 0 ? {} : { length }),
    caseSensitive: booleanOf(body.caseSensitive, caseSensitive),
    negate: booleanOf(body.negate, false),
  };
}

/** A number, comparisons, or a list of those. */
function parseLengths(raw: unknown, at: Path, scope: Scope): Comparisons | undefined {
  if (!Array.isArray(raw)) return parseLength(raw, at, scope);
  const lengths = raw.map((item: unknown, index) => parseLength(item, [...at, index], scope));
  return lengths.includes(undefined) ? undefined : lengths.flatMap((length) => length ?? []);
}

function parseLength(raw: unknown, at: Path, scope: Scope): Comparisons | undefined {
  const number = integerOf(raw);
  if (number !== undefined) return [{ operator: 'equalTo', source: { value: number } }];
  const length = parseComparisons(bodyOf(raw) ?? {}, at, scope);
  if (length?.length === 0) scope.findings.error(at, 'length needs a number or comparisons');
  return length?.length === 0 ? undefined : length;
}

/** A number is tested as its decimal text; bytes and lists are no text and pass no test. */
export function compileTextTests(tests: TextTests, variables: Variables): ValueTest {
  const { negate } = tests;
  const compare = compileCompare(tests, variables);
  const length = tests.length === undefined ? undefined : compileComparisons(tests.length, variables);
  return (session, sequence, value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') return false;
    const passed =
      (length === undefined || length(session, sequence, text.length)) && compare(session, sequence, text);
    return passed !== negate;
  };
}

type TextTest = (session: Session, sequence: RunningSequence, text: string) => boolean;

function compileCompare({ compare, caseSensitive }: TextTests, variables: Variables): TextTest {
  if (compare === undefined) return () => true;
  const { by, operand } = compare;
  if (by === 'matchVar') return matching(variables.need(operand), caseSensitive);
  const wanted = caseSensitive ? operand : operand.toLowerCase();
  const seen: (text: string) => string = caseSensitive ? (text) => text : (text) => text.toLowerCase();
  switch (by) {
    case 'value':
    case 'equalTo':
      return (_session, _sequence, text) => seen(text) === wanted;
    case 'notEqualTo':
      return (_session, _sequence, text) => seen(text) !== wanted;
    case 'startsWith':
      return (_session, _sequence, text) => seen(text).startsWith(wanted);
    case 'endsWith':
      return (_session, _sequence, text) => seen(text).endsWith(wanted);
  }
}

function matching(other: Read<SetValue>, caseSensitive: boolean): TextTest {
  return (session, sequence, text) => {
    const value = other(session, sequence);
    if (typeof value === 'object') return false;
    const wanted = String(value);
    return caseSensitive ? text === wanted : text.toLowerCase() === wanted.toLowerCase();
  };
}
