import { defineBody, parseBody } from '../../declaration/body.ts';
import { given, listed, type Mapping, named, schemasOf, shownDefault } from '../../declaration/field.ts';
import { flag, text, textDefinition } from '../../declaration/scalars.ts';
import { byType, define, referTo } from '../../declaration/schema.ts';
import { bodyOf, booleanOf } from '../../declaration/value-readers.ts';
import type { Read, RunningSequence, Session, SetValue } from '../../model/session.ts';
import type { ScopedField, ScopedGroup } from '../declaration/scoped-field.ts';
import { reads } from '../declaration/variables.ts';
import type { Variables } from '../variables.ts';
import { type Comparisons, compileComparisons } from './int.ts';
import { lengths } from './lengths.ts';
import { conditionList, lookedAt, mustBeSet, type Unset } from './parts.ts';
import type { ValueTest } from './value-test.ts';

const comparisons = {
  value: named('textValue', text('The tested text must be equal to this text; the same as equalTo.', 'Brno')),
  equalTo: named('textEqualTo', text('The tested text must be equal to this text.', 'Brno')),
  notEqualTo: named('textNotEqualTo', text('The tested text must differ from this text.', 'Brno')),
  startsWith: named('textStartsWith', text('The tested text must begin with this text.', 'Br')),
  endsWith: named('textEndsWith', text('The tested text must end with this text.', 'no')),
  contains: named('textContains', text('The tested text must contain this text.', 'rn')),
  matchVar: named(
    'textMatchVar',
    reads(undefined, 'Name of the session variable whose text the tested text must be equal to.', 'wanted'),
  ),
};
type Comparison = keyof typeof comparisons;

const isSet = named('textIsSet', mustBeSet);
const members = {
  ...comparisons,
  length: lengths,
  caseSensitive: named(
    'textCaseSensitive',
    shownDefault(true, flag('Whether upper and lower case letters are different.')),
  ),
  negate: named('textNegate', shownDefault(false, flag('True inverts the result.'))),
};

/** Tests of a text, which must all hold. `negate` inverts the result. */
export type TextTests = {
  readonly compare?: { readonly by: Comparison; readonly operand: string };
  /** Comparisons of the text's length in characters. */
  readonly length?: Comparisons;
  readonly caseSensitive: boolean;
  readonly negate: boolean;
};

/** The tests of a text as members of a body. `caseSensitive` is the default of the member with this name. */
const testsOf = (caseSensitive: boolean): ScopedGroup<TextTests, true> => ({
  members: schemasOf(members),
  always: true,
  isGiven: () => true,
  parse(body, at, scope, placeOf) {
    const [by, ...more] = given(comparisons, body) as readonly Comparison[];
    if (more.length > 0 || (by === undefined && body.length === undefined)) {
      scope.findings.error(
        at,
        by === undefined
          ? 'a condition on text needs length, or one of value, equalTo, notEqualTo, startsWith, endsWith, contains or matchVar'
          : `${listed([by, ...more])} cannot be used together`,
        by === undefined
          ? setHint(body)
          : 'write a stringCondition for each of them, as items of allConditions',
      );
      return undefined;
    }
    const length = body.length === undefined ? [] : lengths.parse(body.length, placeOf('length'), scope);
    const operand = by && comparisons[by].parse(body[by], placeOf(by), scope);
    if (length === undefined || (by !== undefined && operand === undefined)) return undefined;
    return {
      ...(by === undefined || operand === undefined ? {} : { compare: { by, operand } }),
      ...(length.length === 0 ? {} : { length }),
      caseSensitive: booleanOf(body.caseSensitive, caseSensitive),
      negate: booleanOf(body.negate, false),
    };
  },
});

/**
 * The hint for a body that tests only whether a variable is set: how to write that. Undefined for other
 * bodies.
 */
const setHint = ({ fromVar, isSet }: Mapping): string | undefined =>
  typeof fromVar === 'string' && isSet !== undefined
    ? `to test only whether the variable is set, write 'intCondition: { fromVar: ${fromVar}, isSet: true }'`
    : undefined;

const each = 'give exactly one of value, equalTo, notEqualTo, startsWith, endsWith, contains and matchVar.';

/** The definition of the mapping that `textTests` accepts, without its short form. */
export const textTestsBody = defineBody('stringFilterBody', `Tests a text; ${each}`, {
  fields: { isSet, tests: testsOf(true) },
});

const stringFilter = define('stringFilter', {
  title: 'text, or a mapping',
  description: 'True when a text passes the test. Short form: the text that it must equal.',
  ...byType('object', referTo(textTestsBody), referTo(textDefinition)),
});

/**
 * Parses tests of a text. Instead of a mapping, the document may have a text, to which the tested text must
 * be equal. `caseSensitive` is the default of the member with this name.
 */
export function parseTextTests(caseSensitive: boolean): ScopedField<TextTests>['parse'] {
  const fields = { tests: testsOf(caseSensitive) };
  const shape = { name: 'a test', fields, short: { member: 'value' } } as const;
  return (raw, at, scope) => {
    if (!booleanOf(bodyOf(raw)?.isSet, true))
      scope.findings.warning(
        [...at, 'isSet'],
        'isSet: false has no effect here, because the tested text is not the value of a variable',
        'leave isSet out',
      );
    return parseBody(shape, raw, at, scope)?.tests;
  };
}

/** A member whose value is tests of a text. */
export const textTests = (description: string, example: Mapping): ScopedField<TextTests, false> => ({
  schema: referTo(stringFilter, description, example),
  always: false,
  parse: parseTextTests(true),
});

export type TextCondition = { readonly fromVar: string; readonly text: TextTests };

const shape = {
  name: 'a condition',
  fields: {
    fromVar: lookedAt('city'),
    isSet,
    // The tests of the text. They are absent when the condition requires an unset variable, because such a
    // variable has no text.
    text: { ...testsOf(true), always: false, isGiven: (body: Mapping) => booleanOf(body.isSet, true) },
  },
  short: {
    member: 'value',
    words: 'the text that it must be equal to.',
    title: 'text, or a mapping',
  },
} as const;

/** A condition that tests the text in a variable. */
export const stringCondition = conditionList<TextCondition | Unset>(
  'stringCondition',
  'Runs only when the text of a variable passes this test.',
  { fromVar: 'city', startsWith: 'Br' },
  define('stringCondition', {
    title: 'text, or a mapping',
    description:
      'True when the text of a variable passes the test. Short form: the text that the variable must equal.',
    ...byType(
      'object',
      referTo(
        defineBody('stringConditionBody', `Tests the text of a variable; ${each}`, { fields: shape.fields }),
      ),
      referTo(textDefinition),
    ),
  }),
  (raw, at, scope) => {
    const body = parseBody(shape, raw, at, scope);
    if (body === undefined) return undefined;
    return body.text === undefined ? { unset: body.fromVar } : { fromVar: body.fromVar, text: body.text };
  },
);

/**
 * Compiles tests of a text to a test of any value. A number counts as its decimal text. Bytes and lists never
 * pass.
 */
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
    case 'contains':
      return (_session, _sequence, text) => seen(text).includes(wanted);
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
