import { required } from '../../declaration/field.ts';
import type { SetValue } from '../../model/session.ts';
import { sharedName, variables } from '../declaration/variables.ts';
import { step } from '../kind.ts';

/** A variable without a value is not added to the map. */
export const pushSharedMap = step({
  name: 'pushSharedMap',
  summary: 'Stores the values of variables as a map for other users of the shard.',
  example: 'pushSharedMap: { key: accounts, vars: [hyperfoil.session.id] }',
  cost: 'Allocates one map, linear in its variables, and copies lists.',
  atError:
    'Unset variables are left out. The phase fails when the users of a shard share more data than a shard may hold.',
  fields: {
    key: required(sharedName('Name of the pool.', 'accounts')),
    vars: required(
      variables('Names of the session variables to store.', (each, at, scope) =>
        scope.readsVariable(each, undefined, at),
      ),
    ),
  },
  needs: 'key and vars, the variables to store',
  compile({ key, vars }, { environment, variables: known }) {
    const pool = environment.shared.pool(key);
    const reads = vars.map((name) => [name, known.read(name)] as const);
    return [
      (session, sequence) => {
        const entries = new Map<string, SetValue>();
        for (const [name, read] of reads) {
          const value = read(session, sequence);
          if (value !== undefined) entries.set(name, value);
        }
        pool.push(entries);
        return true;
      },
    ];
  },
});
