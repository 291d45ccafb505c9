import { PlacedError } from '../../model/placed-error.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';

type Body = { readonly name: string; readonly fromVar: string };

export const publishAgentData: ActionKind<Body> = {
  name: 'publishAgentData',
  summary: 'Publishes a value to all users of the shard, once; a second time fails the phase.',
  example: 'publishAgentData: { name: owner, fromVar: hyperfoil.run.id }',
  cost: 'Keeps one value for each shard; a list is copied, linear in its items.',
  atError:
    'An unset variable is an error; a second value of the same name, or more than a shard may share, fails the phase, in a handler too.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? { name: raw.trim(), fromVar: raw.trim() } : (bodyOf(raw) ?? {});
    const name = textOf(body.name);
    const fromVar = textOf(body.fromVar);
    if (fromVar !== undefined) scope.readsVariable(fromVar, undefined, at);
    if (name === undefined || fromVar === undefined) {
      scope.findings.error(at, 'publishAgentData needs name and fromVar', "write 'publishAgentData: name'");
      return undefined;
    }
    scope.sharesState();
    return { name, fromVar };
  },
  compile({ name, fromVar }, { environment, place, variables }) {
    const data = environment.shared.data(name);
    const value = variables.need(fromVar);
    return (session, sequence) => {
      const published = value(session, sequence);
      try {
        data.publish(published);
      } catch (error) {
        session.fail(new PlacedError(place, error));
      }
    };
  },
};
