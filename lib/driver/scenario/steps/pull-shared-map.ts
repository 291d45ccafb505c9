import { required } from '../../declaration/field.ts';
import { copyOf } from '../../sharing/values.ts';
import { reads, sharedName, variables } from '../declaration/variables.ts';
import { step } from '../kind.ts';

/**
 * A variable that the map does not contain becomes unset. If there is no map, all variables remain unchanged.
 */
export const pullSharedMap = step({
  name: 'pullSharedMap',
  summary:
    'Takes a map that a user of the same shard has stored with `pushSharedMap`. When there is no map, the user continues without one.',
  example: 'pullSharedMap: { key: accounts, vars: [account] }',
  cost: 'Writes its variables, and copies lists. It finds a map by an index over `match`, so the number of maps does not matter.',
  atError:
    'Does not change its variables when there is no map. Variables that the map does not have are unset. An unset `match` variable fails the phase.',
  fields: {
    key: required(sharedName('Name of the pool.', 'accounts')),
    match: reads(
      undefined,
      'Name of a session variable that must equal the entry with the same name in the map.',
      'account',
    ),
    vars: required(
      variables('Names of the session variables that receive the values.', (each, at, scope) =>
        scope.writesVariable(each, 'object', at),
      ),
    ),
  },
  needs: 'key and vars, the variables to set',
  compile({ key, match, vars }, { environment, variables: known }) {
    const pool = environment.shared.pool(key);
    const wanted = match === undefined ? undefined : known.need(match);
    const writes = vars.map((name) => [name, known.write(name)] as const);
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
});
