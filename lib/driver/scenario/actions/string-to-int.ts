import { bodyOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { textOf as valueText } from '../values.ts';
import { boundedLog } from '../warnings.ts';

type Body = { readonly fromVar: string; readonly toVar: string };

export const stringToInt: ActionKind<Body> = {
  name: 'stringToInt',
  summary: 'Stores the decimal number in a text as an int; text that is none leaves the target as it was.',
  example: 'stringToInt: text -> number',
  cost: 'Reads the text once: linear in its length.',
  atError:
    'An unset `fromVar` is an error; text that is no whole number of 32 bits logs a warning and leaves `toVar` as it was.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : (bodyOf(raw) ?? {});
    const fromVar = textOf(body.fromVar);
    const toVar = textOf(body.toVar);
    if (!fromVar || !toVar) {
      scope.findings.error(at, 'stringToInt needs fromVar and toVar', "write 'stringToInt: text -> number'");
      return undefined;
    }
    if (fromVar === toVar) {
      scope.findings.error(
        at,
        `stringToInt has '${toVar}' on both sides, but a variable holds either text or an int`,
        'store the number in another variable',
      );
      return undefined;
    }
    scope.readsVariable(fromVar, undefined, at);
    scope.writesVariable(toVar, 'int', at);
    return { fromVar, toVar };
  },
  compile({ fromVar, toVar }, { variables, environment }) {
    const read = variables.need(fromVar);
    const write = variables.write(toVar);
    const warn = boundedLog(environment.log);
    return (session, sequence) => {
      const number = integerOf(valueText(read(session, sequence)));
      if (number === undefined) warn(`stringToInt: variable '${fromVar}' holds no whole number`);
      else write(session, sequence, number);
    };
  },
};

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const arrow = text.indexOf('->');
  return arrow < 0 ? {} : { fromVar: text.slice(0, arrow).trim(), toVar: text.slice(arrow + 2).trim() };
}
