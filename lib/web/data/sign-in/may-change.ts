import type { Me } from '../../../api.generated.ts';

type Rights = Pick<Me, 'scopes' | 'teams'>;

/** Whether a caller has the role of tester in a team. False until the rights of the caller are known. */
export const isTester = (me: Rights | undefined, team: string | undefined): boolean =>
  me?.teams.some((each) => each.team === team && each.roles.includes('tester')) === true;

/** Whether a caller may change records of a team. */
export const mayChange = (me: Rights | undefined, owner: string | undefined): boolean =>
  me?.scopes.includes('upload') === true && isTester(me, owner);
