import { bodyOf, integerOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { intOf } from '../values.ts';

type Body = { readonly fromVar: string; readonly toVar: string; readonly divisor: number };

export const divide: StepKind<Body> = {
  name: 'divide',
  summary: 'Divides an int variable by a constant, rounding towards 0; waits while the variable is unset.',
  example: 'divide: price /= 100',
  cost: 'One read and one write.',
  atError: 'Waits while the variable is unset; text that is no whole number fails the phase.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : (bodyOf(raw) ?? {});
    const fromVar = textOf(body.fromVar);
    const toVar = textOf(body.toVar);
    const divisor = integerOf(body.divisor);
    if (!fromVar || !toVar || !divisor) {
      scope.findings.error(
        at,
        'divide needs fromVar, toVar and divisor, a whole number that is not 0',
        "write 'divide: name /= 10'",
      );
      return undefined;
    }
    scope.readsVariable(fromVar, 'int', at);
    // In place it changes what another step wrote.
    if (fromVar !== toVar) scope.writesVariable(toVar, 'int', at);
    return { fromVar, toVar, divisor };
  },
  compile({ fromVar, toVar, divisor }, { variables }) {
    const read = variables.read(fromVar);
    const write = variables.write(toVar);
    return [
      (session, sequence) => {
        const value = read(session, sequence);
        if (value === undefined) return false;
        write(session, sequence, (intOf(value, fromVar) / divisor) | 0);
        return true;
      },
    ];
  },
};

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const [, variable, divisor] = /^\s*(.+?)\s*\/=\s*([-+]?\d+)\s*$/.exec(text) ?? [];
  return { fromVar: variable, toVar: variable, divisor };
}
