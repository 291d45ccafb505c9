import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly variable: string; readonly value: string };

/** The value is literal: patterns are not evaluated here. */
export const set: ActionKind<Body> = {
  name: 'set',
  summary: 'Sets a text variable to a literal value.',
  example: 'set: city <- Brno',
  notBuilt: ['intArray', 'objectArray'],
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    const variable = textOf(body?.var);
    scope.refuseNotBuilt(body, this.notBuilt ?? [], at);
    if (body?.intArray !== undefined || body?.objectArray !== undefined) return undefined;
    const value = textOf(body?.value);
    if (variable === undefined || value === undefined) {
      scope.findings.error(at, 'set needs var and value', "write 'set: name <- value'");
      return undefined;
    }
    scope.writesVariable(variable, 'object', at);
    return { variable, value };
  },
  compile({ variable, value }, { variables }) {
    const write = variables.write(variable);
    return (session, sequence) => write(session, sequence, value);
  },
};

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const arrow = text.indexOf('<-');
  return arrow < 0 ? {} : { var: text.slice(0, arrow).trim(), value: text.slice(arrow + 2).trim() };
}
