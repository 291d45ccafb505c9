import { type Comparisons, compileIntTest, parseComparisons } from '../conditions/int.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';

type Body = { readonly variable: string; readonly comparisons: Comparisons };

export const awaitInt: StepKind<Body> = {
  name: 'awaitInt',
  summary: 'Waits until a variable is set and its number passes all comparisons.',
  example: 'awaitInt: { var: seen, greaterOrEqualTo: 3 }',
  cost: 'One read and its comparisons each time the user wakes up.',
  atError:
    'Waits while the variable is unset, for ever if nobody sets it; text that is no whole number, or an unset variable to compare with, fails the phase.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const variable = textOf(body.var);
    const comparisons = parseComparisons(body, at, scope);
    if (variable === undefined) {
      scope.findings.error(at, 'awaitInt needs var, the variable to wait for');
      return undefined;
    }
    scope.awaitsVariable(variable, undefined, [...at, 'var']);
    return comparisons === undefined ? undefined : { variable, comparisons };
  },
  compile({ variable, comparisons }, { variables }) {
    const read = variables.read(variable);
    const passes = compileIntTest(comparisons, variable, variables);
    return [
      (session, sequence) => {
        const value = read(session, sequence);
        return value !== undefined && passes(session, sequence, value);
      },
    ];
  },
};
