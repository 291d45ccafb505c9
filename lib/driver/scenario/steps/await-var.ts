import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import { step } from '../kind.ts';
import type { Scope } from '../scope.ts';

/** A wait for a variable. `set`: true waits until the variable has a value, false waits until it has none. */
type Wait = { readonly variable: string; readonly set: boolean };

export const awaitVar = step({
  name: 'awaitVar',
  summary: 'Waits until a variable is set, or with `!name` until it is unset.',
  example: "awaitVar: '!busy'",
  cost: 'One read for each event of the user, such as a response.',
  atError:
    'Waits without a limit: a variable that no step sets keeps the user until the phase is terminated.',
  fields: {
    var: required({
      ...name('Name of the session variable to wait for; `!name` waits until it is unset.', 'loggedIn'),
      parse: parseWait,
    }),
  },
  short: { member: 'var', words: '`name`, or `!name` to wait until it is unset.', several: true },
  needs: 'the name of a variable',
  write: 'awaitVar: name',
  compile({ var: { variable, set } }, { variables }) {
    const read = variables.read(variable);
    return [(session, sequence) => (read(session, sequence) !== undefined) === set];
  },
});

function parseWait(raw: unknown, at: Path, scope: Scope): Wait | undefined {
  const text = textOf(raw)?.trim() ?? '';
  const variable = text.replace(/^!\s*/, '');
  if (variable === '') return undefined;
  const set = text === variable;
  if (set) scope.awaitsVariable(variable, undefined, at);
  else scope.readsVariable(variable, undefined, at);
  return { variable, set };
}
