import { bodyOf, textOf } from '../fields.ts';
import { type JsonQuery, parseJsonQuery, selectFirst } from '../json-query.ts';
import type { ProcessorKind } from '../kind.ts';
import { wholeValue } from './whole-value.ts';

type Body = { readonly query: JsonQuery; readonly toVar: string; readonly unquote: boolean };

/** First match wins; the variable is unset before each response. */
export const json: ProcessorKind<Body> = {
  name: 'json',
  summary: 'Stores the first value that a query selects from a JSON response in a text variable.',
  example: 'json: .id -> id',
  notBuilt: ['toArray', 'processor', 'delete', 'replace', 'format'],
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    scope.refuseNotBuilt(body, this.notBuilt ?? [], at);
    const text = textOf(body?.query);
    const toVar = textOf(body?.toVar);
    if (toVar !== undefined) scope.writesVariable(toVar, 'object', at);
    if (text === undefined || toVar === undefined) {
      scope.findings.error(at, 'json needs query and toVar', "write 'json: .member -> variable'");
      return undefined;
    }
    const query = parseJsonQuery(text);
    if ('problem' in query) {
      scope.findings.error(at, query.problem);
      return undefined;
    }
    return { query: query.query, toVar, unquote: textOf(body?.unquote) !== 'false' };
  },
  compile({ query, toVar, unquote }, { variables }) {
    const write = variables.write(toVar);
    return () =>
      wholeValue((session, sequence, bytes) => {
        const found = bytes.length === 0 ? undefined : selectFirst(query, JSON.parse(bytes.toString('utf8')));
        write(session, sequence, textValue(found, unquote));
      });
  },
};

/** Strings lose their quotes unless asked otherwise; other values keep their JSON text. */
function textValue(value: unknown, unquote: boolean): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && unquote ? value : JSON.stringify(value);
}

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const arrow = text.lastIndexOf('->');
  return arrow < 0 ? {} : { query: text.slice(0, arrow).trim(), toVar: text.slice(arrow + 2).trim() };
}
