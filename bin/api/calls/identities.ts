import type { NewUser, TeamMembers } from '../../../lib/api.generated.ts';
import type { Tree } from '../../../lib/client/index.ts';
import { has, list, nothing } from './answer-checks.ts';
import type { Explain } from './explain-errors.ts';

export type AuditQuery = {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly user?: string | undefined;
  readonly operation?: string | undefined;
};

/** Calls for users, teams and audit records. */
export function identities({ user, audit }: Tree, ask: Explain) {
  return {
    addUser: (added: NewUser) => ask(user.createUser.post({ body: added, ...nothing })),
    users: (query: string) => ask(user.search.get({ query: { query }, ...list })),
    removeUser: (name: string) => ask(user.by(name).delete(nothing)),
    setPassword: (name: string, password: string) =>
      ask(user.by(name).password.put({ body: password, ...nothing })),
    administrators: () => ask(user.administrators.get(list)),
    /** Returns a code with which a browser can sign in once as the user of this key. */
    onceCode: async () => (await ask(user.once.post({ body: {}, ...has('code') }))).code,
    teams: () => ask(user.teams.get(list)),
    teamStorage: () => ask(user.storage.get()),
    addTeam: (team: string) => ask(user.team.by(team).post(nothing)),
    removeTeam: (team: string) => ask(user.team.by(team).delete(nothing)),
    members: (team: string) => ask(user.team.by(team).members.get()),
    setMembers: (team: string, members: TeamMembers) =>
      ask(user.team.by(team).members.post({ body: members, ...nothing })),
    audit: (query: AuditQuery) => ask(audit.get({ query })),
  };
}
