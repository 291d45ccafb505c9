import { handler as datasets } from '../../../../functions/api/datasets.ts';
import { handler as labels } from '../../../../functions/api/labels.ts';
import type { Handler } from '../../../../functions/api/pipeline/types.ts';
import { handler as runList } from '../../../../functions/api/run-list.ts';
import { handler as uploadRun } from '../../../../functions/api/run-upload.ts';
import { handler as runWork } from '../../../../functions/api/run-work.ts';
import { handler as runs } from '../../../../functions/api/runs.ts';
import { handler as schemas } from '../../../../functions/api/schemas.ts';
import { handler as tests } from '../../../../functions/api/tests.ts';
import { handler as transformers } from '../../../../functions/api/transformers.ts';
import type { Access, TeamRole } from '../../../../lib/results/access.ts';
import { type Answer, invoke } from '../invoke.ts';

/** The permissions by the table of the specification. This file uses no code of the product. */

export const people = ['ada', 'bo', 'eve'] as const;
export type Person = (typeof people)[number];
/** A person with an API key, or a caller without one where a deployment allows anonymous reading. */
export type Reader = Person | 'anonymous';
export const shared = ['dev-team', 'qa-team'] as const;
export const owners = [...shared, 'ada-team', 'bo-team'] as const;

export type Row = { readonly owner: string; readonly access: Access };
/** The roles that were set last, by person and team. */
export type Roles = ReadonlyMap<string, readonly TeamRole[]>;
export const roleKey = (person: Person, team: string): string => `${person} ${team}`;

export function holdsRole(roles: Roles, person: Person, role: TeamRole, team: string): boolean {
  return team === `${person}-team` || roles.get(roleKey(person, team))?.includes(role) === true;
}

export function mayRead(roles: Roles, reader: Reader, { owner, access }: Row): boolean {
  if (access === 'PUBLIC') return true;
  if (reader === 'anonymous') return false;
  return access === 'PROTECTED' || holdsRole(roles, reader, 'viewer', owner);
}

const families: readonly (readonly [RegExp, Handler])[] = [
  [/^POST \/api\/run\/data/, uploadRun],
  [/ \/api\/run\/list(\?|$)/, runList],
  [/ \/api\/run\/\d+\/(trash|recalculate)/, runWork],
  [/ \/api\/run\//, runs],
  [/ \/api\/dataset\//, datasets],
  [/ \/api\/test/, tests],
  [/ \/api\/schema.*labels/i, labels],
  [/ \/api\/schema.*transformers/i, transformers],
  [/ \/api\/schema/, schemas],
];

/** Sends a request to the API as a browser would. `line` has values in place of the path's variables. */
export function ask(line: string, key: string | undefined, body?: unknown): Promise<Answer> {
  const [method = '', url = ''] = line.split(' ');
  const [path = ''] = url.split('?');
  const [, , kind = '', , by] = path.slice(1).split('/');
  const name = variableOf(path.includes('/list/') ? (by ?? '') || kind : kind, path);
  const id = /\d+/.exec(path)?.[0];
  const handler = families.find(([pattern]) => pattern.test(line))?.[1];
  if (handler === undefined) throw new Error(`nobody answers ${line}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return invoke(handler, line, {
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body: text, headers: { 'content-type': 'application/json' } }),
    routeKey: `${method} ${path.replace(/\d+/, `{${name}}`)}`,
    path: id === undefined ? {} : { [name]: id },
  });
}

function variableOf(word: string, path: string): string {
  if (path.includes('/dataset/list/')) return word === 'byRun' ? 'runId' : 'testId';
  return path.includes('/run/list/') ? 'testId' : 'id';
}
