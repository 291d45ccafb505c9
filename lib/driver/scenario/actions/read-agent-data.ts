import { PlacedError } from '../../model/placed-error.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly name: string; readonly toVar: string };

export const readAgentData: ActionKind<Body> = {
  name: 'readAgentData',
  summary: 'Copies a value that was published into a variable; one that was not fails the phase.',
  example: 'readAgentData: { name: token, toVar: token }',
  cost: 'One read; a list is copied, linear in its items.',
  atError: 'A value that nobody has published fails the phase, in a handler too.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? { name: raw.trim(), toVar: raw.trim() } : (bodyOf(raw) ?? {});
    const name = textOf(body.name);
    const toVar = textOf(body.toVar);
    if (toVar !== undefined) scope.writesVariable(toVar, 'object', at);
    if (name === undefined || toVar === undefined) {
      scope.findings.error(at, 'readAgentData needs name and toVar', "write 'readAgentData: name'");
      return undefined;
    }
    scope.sharesState();
    return { name, toVar };
  },
  compile({ name, toVar }, { environment, place, variables }) {
    const data = environment.shared.data(name);
    const write = variables.write(toVar);
    return (session, sequence) => {
      const value = data.read();
      if (value === undefined)
        session.fail(new PlacedError(place, `agent data '${name}' is not published, ${remedy}`));
      else write(session, sequence, value);
    };
  },
};

const remedy = 'publish it before, or in a phase that this one starts strictly after';
