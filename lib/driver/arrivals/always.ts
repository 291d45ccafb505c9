import { counted } from '../../words.ts';
import type { ArrivalKind } from './arrival-kind.ts';
import { type ClosedUsers, closedFields, closedModel, closedUsers, oneOfUsers } from './closed-model.ts';

declare module '../model/arrivals.ts' {
  interface ArrivalNumbers {
    readonly always: ClosedUsers;
  }
}

const kind = 'always';

export const always: ArrivalKind<typeof kind, ReturnType<typeof closedFields>> = {
  kind,
  summary: `A closed model: a fixed number of users is active at any time, and a user who is done starts again. A slow target gets
fewer requests, so its numbers look better than they are. Use an open model to measure what independent visitors would see. The target decides how
long a visit takes; the lengths in the picture are invented.`,
  description:
    'Runs a fixed number of concurrent users: as one ends, another starts, until `duration` is over.',
  fields: closedFields('Number of users that are active at any time.'),
  rule: oneOfUsers,
  written: { users: 10, duration: '30s' },
  example: { users: 4 },
  startsUsers: true,
  parse(members, body) {
    const users = closedUsers(members, body);
    return users === undefined ? undefined : { kind, ...users };
  },
  parseDuration(writtenMs, body) {
    if (!body.lacks('duration')) return writtenMs;
    body.warning(
      '',
      "a phase of the kind 'always' without a duration ends early: each user runs the scenario about once",
      "add 'duration'",
    );
    return 0;
  },
  model: (arrivals) =>
    closedModel(arrivals, {
      repeats: true,
      description: `${counted(arrivals.users, 'user')} always`,
      withUsers: (users) => ({ ...arrivals, users }),
      knownDurationMs: (writtenMs) => writtenMs,
      plannedUsers: () => undefined,
    }),
};
