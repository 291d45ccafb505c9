import { required } from '../declaration/field.ts';
import { incrementableNumber } from '../declaration/incrementable.ts';
import type { ArrivalKind } from './arrival-kind.ts';
import { openFields, openModel, rateText, requiredDuration } from './open-model.ts';

declare module '../model/arrivals.ts' {
  interface ArrivalNumbers {
    readonly constantRate: { readonly usersPerSec: number; readonly variance: boolean };
  }
}

const kind = 'constantRate';

const fields = {
  usersPerSec: required(incrementableNumber('New users per second, over all agents.')),
  ...openFields,
};

export const constantRate: ArrivalKind<typeof kind, typeof fields> = {
  kind,
  summary: `An open model: users arrive even if earlier users are not done yet, as they do at a public site. With
\`variance: true\`, which is the default, they come at random (a Poisson process): a run of 50 users per second does not
count exactly 50 in every second. With \`variance: false\` they are spaced evenly, and every run sends exactly the same number.`,
  description: 'Starts users at a constant rate, even if earlier users still run.',
  fields,
  written: { usersPerSec: 10, duration: '30s' },
  example: { usersPerSec: 5, variance: true },
  startsUsers: true,
  parse: ({ usersPerSec, variance }) =>
    usersPerSec === undefined ? undefined : { kind, usersPerSec, variance },
  parseDuration: (writtenMs, body) => requiredDuration(kind, writtenMs, body),
  model: (arrivals) =>
    openModel({
      written: { initial: arrivals.usersPerSec, target: arrivals.usersPerSec },
      variance: arrivals.variance,
      load: rateText(arrivals.usersPerSec),
      loadKey: 'usersPerSec',
      share: (part) => ({ ...arrivals, usersPerSec: part(arrivals.usersPerSec) }),
    }),
};
