import { type BodyOf, type Mapping, required, withDefault } from '../../declaration/field.ts';
import { flag, name, textDefinition } from '../../declaration/scalars.ts';
import { byType, define, oneOrList, referTo } from '../../declaration/schema.ts';
import { intoLeft } from '../../declaration/short-forms.ts';
import { fieldsOf, textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { ProcessorFactory } from '../../model/handlers.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import type { Part } from '../groups.ts';
import { type JsonQuery, parseJsonQuery } from '../json/parse-query.ts';
import { Rewriting } from '../json/rewrite.ts';
import { Selection } from '../json/select.ts';
import { processor, type SequenceCompiler } from '../kind.ts';
import { scenarios } from '../limits.ts';
import type { Scope } from '../scope.ts';
import { compileTargets, targets } from './data/targets.ts';

const query: ScopedField<JsonQuery, false> = {
  ...name(
    'The parts to select, such as `.items[].id`. A query starts with a dot. A range includes both ends.',
    '.id',
  ),
  parse(raw, at, scope) {
    const text = textOf(raw);
    const parsed = text === undefined ? undefined : parseJsonQuery(text);
    if (parsed === undefined || 'query' in parsed) return parsed?.query;
    scope.findings.error(at, parsed.problem, parsed.hint);
    return undefined;
  },
};

const replacement = define('replacement', {
  title: 'a pattern, or a transformer',
  description: 'The replacement of a match: a pattern as text, or a transformer.',
  ...byType('object', referTo('transformer'), referTo(textDefinition)),
});

const replace: ScopedField<Part, false> = {
  schema: {
    description: 'Replaces the matches, and passes the whole document to the processors.',
    ...oneOrList(referTo(replacement)),
    examples: ['"${city}"'],
  },
  always: false,
  parse(raw, at, scope) {
    const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const [first] = list;
    if (list.length > 1 || Object.keys(fieldsOf(first) ?? {}).length > 1) {
      scope.findings.error(
        at,
        'replace needs exactly one member that makes the new text, found several; keep one of them',
      );
      return undefined;
    }
    const replacement = textOf(first) === undefined ? first : { pattern: first };
    return scope.parseParts('transformer', replacement, at)[0];
  },
};

/** The short form of a body: `query -> variable`, or `variable <- query`. */
export const jsonShort = {
  words: '`query -> variable`.',
  read(text: string): Mapping | undefined {
    const right = text.lastIndexOf('->');
    if (right >= 0) return { query: text.slice(0, right).trim(), toVar: text.slice(right + 2).trim() };
    return intoLeft('toVar', 'query')(text);
  },
};

/** The members that the processor and the step with this name have in common. */
export const jsonFields = {
  query: required(query),
  targets: targets({
    one: 'match',
    many: 'matches',
    variable: 'id',
    array: 'ids',
    processor: [{ store: 'first' }, { array: 'ids[20]' }],
  }),
  unquote: withDefault(true, flag('True removes the quotes of strings and decodes their escapes.', false)),
  delete: withDefault(false, flag('True removes the matches, and passes on the whole document.', true)),
  replace,
};
type JsonFields = BodyOf<typeof jsonFields>;

export type JsonBody = Pick<JsonFields, 'query' | 'targets' | 'unquote'> & {
  /**
   * How the selected values are changed: deleted or replaced. Absent: the destinations receive these values
   * themselves.
   */
  readonly rewrite?: 'delete' | Part;
};

export const json = processor({
  name: 'json',
  summary:
    'Selects parts of a JSON response with a query, while the response arrives. It can also delete or replace these parts, and pass on the whole response.',
  example: 'json: .id -> id',
  cost: 'Reads the document once as it arrives: linear in its bytes, and only the selected parts are kept or passed on.',
  atError: `Data that is not JSON, or is nested deeper than ${scenarios.jsonDepthMax}, is an error. A query without a match passes nothing on, and \`null\` is passed on as the text \`null\`.`,
  fields: jsonFields,
  short: { ...jsonShort, example: '.id -> id' },
  write: 'json: .member -> variable',
  check: checkRewrite,
  compile: compileJson,
});

export function compileJson(body: JsonBody, compiler: SequenceCompiler): ProcessorFactory {
  const { query, unquote, rewrite } = body;
  const targets = compileTargets(body.targets, compiler);
  if (rewrite === undefined) return () => new Selection(query, unquote, targets());
  const [replace] = rewrite === 'delete' ? [] : compiler.compileParts('transformer', [rewrite]);
  return () => new Rewriting(query, replace, unquote, targets());
}

/** Checks the members that change selected values. A value is deleted, replaced or unchanged. */
export function checkRewrite(
  { delete: deletes, replace, ...body }: JsonFields,
  at: Path,
  scope: Scope,
): JsonBody | undefined {
  if (replace === undefined) return deletes ? { ...body, rewrite: 'delete' } : body;
  if (!deletes) return { ...body, rewrite: replace };
  scope.findings.error(
    [...at, 'delete'],
    'json has both delete and replace for the matches of its query: give one of the two',
  );
  return undefined;
}
