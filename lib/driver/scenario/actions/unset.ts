import { builtInVariables } from '../checks/variable-uses.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly variable: string };

export const unset: ActionKind<Body> = {
  name: 'unset',
  summary: 'Takes the value from a variable.',
  example: 'unset: city',
  cost: 'One write.',
  atError: 'Unsetting what is unset changes nothing.',
  parse(raw, at, scope) {
    const variable = textOf(raw) ?? textOf(bodyOf(raw)?.var);
    if (variable === undefined || variable === '') {
      scope.findings.error(at, 'unset needs the name of a variable', "write 'unset: name'");
      return undefined;
    }
    scope.readsVariable(variable, undefined, at);
    if (Object.hasOwn(builtInVariables, variable))
      scope.findings.error(at, `built-in variable '${variable}' cannot be unset`);
    return { variable };
  },
  compile({ variable }, { variables }) {
    const write = variables.write(variable);
    return (session, sequence) => write(session, sequence, undefined);
  },
};
