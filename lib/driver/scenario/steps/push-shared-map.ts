import type { SetValue } from '../../model/session.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';

type Body = { readonly key: string; readonly vars: readonly string[] };

/** A variable that is unset has no entry in the map. */
export const pushSharedMap: StepKind<Body> = {
  name: 'pushSharedMap',
  summary: 'Leaves the values of variables as a map for other users of the shard.',
  example: 'pushSharedMap: { key: accounts, vars: [hyperfoil.session.id] }',
  cost: 'Allocates one map, linear in its variables, and copies lists.',
  atError: 'Variables that are unset are left out; more than a shard may share fails the phase.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const key = textOf(body.key);
    const vars = namesOf(body.vars);
    for (const name of vars) scope.readsVariable(name, undefined, [...at, 'vars']);
    if (key === undefined || vars.length === 0) {
      scope.findings.error(at, 'pushSharedMap needs key and vars, the variables to store');
      return undefined;
    }
    scope.sharesState();
    return { key, vars };
  },
  compile({ key, vars }, { environment, variables }) {
    const pool = environment.shared.pool(key);
    const reads = vars.map((name) => [name, variables.read(name)] as const);
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
};

/** One name or a list of them. */
export const namesOf = (raw: unknown): readonly string[] =>
  (Array.isArray(raw) ? raw : [raw]).flatMap((item: unknown) => textOf(item) ?? []);
