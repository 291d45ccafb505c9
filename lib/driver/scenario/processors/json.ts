import type { Path } from '../../document/problem.ts';
import type { ProcessorFactory } from '../../model/handlers.ts';
import { bodyOf, booleanOf, fieldsOf, textOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import { type JsonQuery, parseJsonQuery } from '../json/query.ts';
import { Rewriting } from '../json/rewrite.ts';
import { Selection } from '../json/select.ts';
import type { ProcessorKind, SequenceCompiler } from '../kind.ts';
import { scenarios } from '../limits.ts';
import type { Scope } from '../scope.ts';
import { compileTargets, parseTargets } from './targets.ts';

/** What the processor and the step have in common. */
export type JsonBody = {
  readonly query: JsonQuery;
  readonly unquote: boolean;
  readonly targets: readonly Part[];
  /** Absent: the matches are what the targets get. */
  readonly rewrite?: 'delete' | Part;
};

export const json: ProcessorKind<JsonBody> = {
  name: 'json',
  summary:
    'Takes what a query selects from a JSON response as it arrives; or passes the whole response on with that deleted or replaced.',
  example: 'json: .id -> id',
  cost: 'Reads the document once as it arrives: linear in its bytes, and only what is selected is kept or handed on.',
  atError: `What is no JSON, or is nested deeper than ${scenarios.jsonDepthMax}, is an error; a query without a match hands nothing on.`,
  parse: parseJson,
  compile: compileJson,
};

export function parseJson(raw: unknown, at: Path, scope: Scope): JsonBody | undefined {
  const text = textOf(raw);
  const body = text === undefined ? (bodyOf(raw) ?? {}) : shorthand(text);
  const targets = parseTargets(body, at, scope);
  const query = textOf(body.query);
  if (query === undefined) {
    scope.findings.error(at, 'json needs query', "write 'json: .member -> variable'");
    return undefined;
  }
  const parsed = parseJsonQuery(query);
  if ('problem' in parsed)
    scope.findings.error(text === undefined ? [...at, 'query'] : at, parsed.problem, parsed.hint);
  const rewrite = parseRewrite(body, at, scope);
  if ('problem' in parsed || targets === undefined || rewrite === 'refused') return undefined;
  const unquote = booleanOf(body.unquote, true);
  return { query: parsed.query, unquote, targets, ...(rewrite === undefined ? {} : { rewrite }) };
}

export function compileJson(body: JsonBody, compiler: SequenceCompiler): ProcessorFactory {
  const { query, unquote, rewrite } = body;
  const targets = compileTargets(body.targets, compiler);
  if (rewrite === undefined) return () => new Selection(query, unquote, targets());
  const [replace] = rewrite === 'delete' ? [] : compiler.compileParts('transformer', [rewrite]);
  return () => new Rewriting(query, replace, unquote, targets());
}

function parseRewrite(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): JsonBody['rewrite'] | 'refused' {
  const deletes = booleanOf(body.delete, false);
  if (body.replace === undefined) return deletes ? 'delete' : undefined;
  if (deletes) {
    scope.findings.error([...at, 'delete'], 'json cannot both delete and replace what a query selects');
    return 'refused';
  }
  const place = [...at, 'replace'];
  const list: readonly unknown[] = Array.isArray(body.replace) ? body.replace : [body.replace];
  const [first] = list;
  if (list.length > 1 || Object.keys(fieldsOf(first) ?? {}).length > 1) {
    scope.findings.error(place, 'a match is replaced by one transformer, not by several');
    return 'refused';
  }
  const replacement = textOf(first) === undefined ? first : { pattern: first };
  return scope.parseParts('transformer', replacement, place)[0] ?? 'refused';
}

/** `query -> variable`, or `variable <- query`. */
function shorthand(text: string): Readonly<Record<string, unknown>> {
  const right = text.lastIndexOf('->');
  if (right >= 0) return { query: text.slice(0, right).trim(), toVar: text.slice(right + 2).trim() };
  const left = text.indexOf('<-');
  return left < 0 ? {} : { query: text.slice(left + 2).trim(), toVar: text.slice(0, left).trim() };
}
