import { counted } from '../../words.ts';
import type { ArrivalKind } from './arrival-kind.ts';
import { type ClosedUsers, closedFields, closedModel, closedUsers, oneOfUsers } from './closed-model.ts';

declare module '../model/arrivals.ts' {
  interface ArrivalNumbers {
    readonly atOnce: ClosedUsers;
  }
}

const kind = 'atOnce';

export const atOnce: ArrivalKind<typeof kind, ReturnType<typeof closedFields>> = {
  kind,
  summary: 'All users start together, and each runs the scenario once.',
  description: 'Starts a fixed number of users at the start of the phase; each runs the scenario once.',
  fields: closedFields('Number of users that start.'),
  rule: oneOfUsers,
  written: { users: 10 },
  example: { users: 8 },
  startsUsers: true,
  parse(members, body) {
    const users = closedUsers(members, body);
    return users === undefined ? undefined : { kind, ...users };
  },
  parseDuration(writtenMs, body) {
    if (writtenMs !== undefined)
      body.warning(
        'duration',
        'duration has no effect, because atOnce starts its users only once',
        'remove duration, or write maxDuration to limit the time of the users',
      );
    return undefined;
  },
  model: (arrivals) =>
    closedModel(arrivals, {
      repeats: false,
      description: counted(arrivals.users, 'user'),
      withUsers: (users) => ({ ...arrivals, users }),
      // The phase is finished when its users have started, and only its drives know when. A duration in the
      // document does not count.
      knownDurationMs: () => undefined,
      plannedUsers: () => arrivals.users,
    }),
};
