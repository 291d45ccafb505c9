import type { Me } from '../../../api.generated.ts';

/** Whether a caller may change records of a team. False until the rights of the caller are known. */
export const mayChange = (me: Pick<Me, 'scopes' | 'teams'> | undefined, owner: string | undefined): boolean =>
  me?.scopes.includes('upload') === true &&
  me.teams.some(({ team, roles }) => team === owner && roles.includes('tester'));
