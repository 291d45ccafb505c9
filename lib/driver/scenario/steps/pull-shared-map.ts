import { copyOf } from '../../sharing/values.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { namesOf } from './push-shared-map.ts';

type Body = { readonly key: string; readonly match?: string; readonly vars: readonly string[] };

/** A variable that the map has no entry for is unset. Without a map all variables stay as they are. */
export const pullSharedMap: StepKind<Body> = {
  name: 'pullSharedMap',
  summary: 'Takes a map that a user of the shard left, or goes on when there is none.',
  example: 'pullSharedMap: { key: accounts, vars: [account] }',
  cost: 'Writes its variables, and copies lists; an index over `match` is built once per shard and kept by each push and pull, so that the number of maps does not matter.',
  atError:
    'Goes on with its variables as they were when there is no map; variables that the map does not have are unset; an unset `match` variable fails the phase.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const key = textOf(body.key);
    const match = textOf(body.match);
    const vars = namesOf(body.vars);
    if (match !== undefined) scope.readsVariable(match, undefined, [...at, 'match']);
    for (const name of vars) scope.writesVariable(name, 'object', [...at, 'vars']);
    if (key === undefined || vars.length === 0) {
      scope.findings.error(at, 'pullSharedMap needs key and vars, the variables to set');
      return undefined;
    }
    scope.sharesState();
    return { key, vars, ...(match === undefined ? {} : { match }) };
  },
  compile({ key, match, vars }, { environment, variables }) {
    const pool = environment.shared.pool(key);
    const wanted = match === undefined ? undefined : variables.need(match);
    const writes = vars.map((name) => [name, variables.write(name)] as const);
    return [
      (session, sequence) => {
        const entries = pool.pull(
          match === undefined || wanted === undefined
            ? undefined
            : { name: match, value: wanted(session, sequence) },
        );
        if (entries === undefined) return true;
        for (const [name, write] of writes) {
          const value = entries.get(name);
          write(session, sequence, value === undefined ? undefined : copyOf(value));
        }
        return true;
      },
    ];
  },
};
