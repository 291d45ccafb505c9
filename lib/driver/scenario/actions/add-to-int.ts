import { bodyOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { intOf } from '../values.ts';
import { UnsetVariable } from '../variables.ts';

type Body = { readonly variable: string; readonly value: number; readonly orElseSetTo?: number };

export const addToInt: ActionKind<Body> = {
  name: 'addToInt',
  summary: 'Adds to an int variable; `orElseSetTo` is its value when it was unset.',
  example: 'addToInt: { var: page, value: 1, orElseSetTo: 1 }',
  cost: 'One read and one write of a variable.',
  atError:
    'An unset variable without `orElseSetTo`, or text that is no whole number, is an error; a sum beyond 32 bits wraps around.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : bodyOf(raw);
    const variable = textOf(body?.var);
    const value = integerOf(body?.value);
    if (variable === undefined || value === undefined || value === 0) {
      scope.findings.error(
        at,
        'addToInt needs var and a whole number value that is not 0',
        "write 'addToInt: name += 1'",
      );
      return undefined;
    }
    const orElseSetTo = integerOf(body?.orElseSetTo);
    scope.readsVariable(variable, 'int', at);
    scope.writesVariable(variable, 'int', at);
    return orElseSetTo === undefined ? { variable, value } : { variable, value, orElseSetTo };
  },
  compile({ variable, value, orElseSetTo }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    return (session, sequence) => {
      const current = read(session, sequence);
      if (current !== undefined) write(session, sequence, (intOf(current, variable) + value) | 0);
      else if (orElseSetTo === undefined) throw new UnsetVariable(variable);
      else write(session, sequence, orElseSetTo);
    };
  },
};

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const match = /^(.+?)\s*(?:(\+\+|--)|([-+])=\s*(\d+))$/.exec(text.trim());
  if (match === null) return {};
  const [, variable, step, sign, amount] = match;
  if (step !== undefined) return { var: variable, value: step === '++' ? 1 : -1 };
  return { var: variable, value: sign === '-' ? `-${amount}` : amount };
}
