import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';

/** `set`: wait until it has a value, else until it has none. */
type Body = { readonly variable: string; readonly set: boolean };

export const awaitVar: StepKind<Body> = {
  name: 'awaitVar',
  summary: 'Waits until a variable is set, or with `!name` until it is unset.',
  example: "awaitVar: '!busy'",
  cost: 'One read each time the user wakes up.',
  atError:
    'Waits as long as it has to: a variable that nobody sets keeps the user until the phase is terminated.',
  parse(raw, at, scope) {
    const text = (textOf(raw) ?? textOf(bodyOf(raw)?.var))?.trim();
    const variable = text?.replace(/^!\s*/, '');
    if (text === undefined || variable === undefined || variable === '') {
      scope.findings.error(at, 'awaitVar needs the name of a variable', "write 'awaitVar: name'");
      return undefined;
    }
    const set = text === variable;
    if (set) scope.awaitsVariable(variable, undefined, at);
    else scope.readsVariable(variable, undefined, at);
    return { variable, set };
  },
  compile({ variable, set }, { variables }) {
    const read = variables.read(variable);
    return [(session, sequence) => (read(session, sequence) !== undefined) === set];
  },
};
