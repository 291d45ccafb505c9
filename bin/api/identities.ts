import type { AuditPage, NewUser, TeamMembers, TeamStorage, UserData } from '../../lib/api.generated.ts';

/** Sends a request, and judges whether the answer is one of ours. */
type Call = <T>(method: string, path: string, sending?: Sending) => Promise<T>;
type Sending = {
  readonly json?: object;
  readonly bytes?: Uint8Array;
  readonly text?: RegExp;
  readonly isOurs?: (body: unknown) => boolean;
};

const nothing = { text: /^\s*$/ };
const list = { isOurs: Array.isArray };

export type AuditQuery = {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly user?: string | undefined;
  readonly operation?: string | undefined;
};

/** Users, teams and what they changed. */
export function identities(call: Call) {
  const at = encodeURIComponent;
  return {
    addUser: (user: NewUser) =>
      call<string>('POST', '/api/user/createUser', { json: { ...user }, ...nothing }),
    users: (query: string) => call<readonly UserData[]>('GET', `/api/user/search?query=${at(query)}`, list),
    removeUser: (name: string) => call<string>('DELETE', `/api/user/${at(name)}`, nothing),
    setPassword: (name: string, password: string) =>
      call<string>('PUT', `/api/user/${at(name)}/password`, { bytes: Buffer.from(password), ...nothing }),
    administrators: () => call<readonly UserData[]>('GET', '/api/user/administrators', list),
    teams: () => call<readonly string[]>('GET', '/api/user/teams', list),
    teamStorage: () => call<TeamStorage>('GET', '/api/user/storage'),
    addTeam: (team: string) => call<string>('POST', `/api/user/team/${at(team)}`, nothing),
    removeTeam: (team: string) => call<string>('DELETE', `/api/user/team/${at(team)}`, nothing),
    members: (team: string) => call<TeamMembers>('GET', `/api/user/team/${at(team)}/members`),
    setMembers: (team: string, members: TeamMembers) =>
      call<string>('POST', `/api/user/team/${at(team)}/members`, { json: members, ...nothing }),
    audit: (query: AuditQuery) => {
      const known = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      return call<AuditPage>('GET', `/api/audit?${new URLSearchParams(known)}`);
    },
  };
}
