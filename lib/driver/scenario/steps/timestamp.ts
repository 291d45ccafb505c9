import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { dateFormat } from './timestamp/date-format.ts';

type Body = { readonly toVar: string; readonly pattern?: string; readonly country: string };

export const timestamp: StepKind<Body> = {
  name: 'timestamp',
  summary:
    'Stores the current time as text: milliseconds since 1970, or what `pattern` says in the letters of Java, in UTC.',
  example: 'timestamp: { toVar: day, pattern: yyyy-MM-dd }',
  cost: 'One reading of the clock, and a text: linear in the letters of `pattern`, which is compiled once.',
  atError: 'Nothing in it can fail: the pattern is checked when the document is read.',
  parse(raw, at, scope) {
    const body = textOf(raw) === undefined ? (bodyOf(raw) ?? {}) : { toVar: raw };
    const toVar = textOf(body.toVar);
    if (!toVar) scope.findings.error(at, 'timestamp needs toVar', "write 'timestamp: name'");
    else scope.writesVariable(toVar, 'object', at);
    const pattern = textOf(body.pattern);
    const country = textOf(body.localeCountry)?.trim() || 'US';
    const format = dateFormat(pattern ?? '', country);
    if ('problem' in format) scope.findings.error([...at, format.of], format.problem, format.hint);
    if (!toVar || 'problem' in format) return undefined;
    return pattern === undefined ? { toVar, country } : { toVar, pattern, country };
  },
  compile({ toVar, pattern, country }, { variables }) {
    const write = variables.write(toVar);
    const print = pattern === undefined ? String : printOf(pattern, country);
    return [
      (session, sequence) => {
        write(session, sequence, print(Math.floor(session.clock.epochMs())));
        return true;
      },
    ];
  },
};

function printOf(pattern: string, country: string): (epochMs: number) => string {
  const format = dateFormat(pattern, country);
  if ('problem' in format) throw new Error(`pattern was not checked before compilation: ${format.problem}`);
  return format.print;
}
