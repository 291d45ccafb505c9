import { required } from '../declaration/field.ts';
import { incrementableRampEnd } from '../declaration/incrementable.ts';
import type { ArrivalKind, MembersOf, PhaseBody } from './arrival-kind.ts';
import { constantRate } from './constant-rate.ts';
import { openFields, openModel, rateText, requiredDuration } from './open-model.ts';

type Ramp = {
  readonly initialUsersPerSec: number;
  readonly targetUsersPerSec: number;
  readonly variance: boolean;
};

declare module '../model/arrivals.ts' {
  interface ArrivalNumbers {
    readonly increasingRate: Ramp;
    readonly decreasingRate: Ramp;
  }
}

type Name = 'increasingRate' | 'decreasingRate';
type Rates = ReturnType<typeof rates>;

export const increasingRate: ArrivalKind<'increasingRate', Rates> = {
  kind: 'increasingRate',
  summary:
    'An open model whose rate rises in a straight line. Use it to warm a target up, or to find the highest rate that a target can serve.',
  description: 'Starts users at a rate that rises steadily during the phase.',
  fields: rates('below', 1, 'above', 10),
  written: { initialUsersPerSec: 1, targetUsersPerSec: 10, duration: '30s' },
  example: { initialUsersPerSec: 1, targetUsersPerSec: 9, variance: true },
  ...ramp('increasingRate'),
};

export const decreasingRate: ArrivalKind<'decreasingRate', Rates> = {
  kind: 'decreasingRate',
  summary: 'An open model whose rate falls in a straight line.',
  description: 'Starts users at a rate that falls steadily during the phase.',
  fields: rates('above', 10, 'below', 1),
  written: { initialUsersPerSec: 10, targetUsersPerSec: 1, duration: '30s' },
  example: { initialUsersPerSec: 9, targetUsersPerSec: 1, variance: true },
  ...ramp('decreasingRate'),
};

function rates(first: string, firstExample: number, last: string, lastExample: number) {
  return {
    initialUsersPerSec: required(
      incrementableRampEnd(
        `Users per second at the start of the phase; must be ${first} targetUsersPerSec.`,
        firstExample,
      ),
    ),
    targetUsersPerSec: required(
      incrementableRampEnd(
        `Users per second at the end of the phase; must be ${last} initialUsersPerSec.`,
        lastExample,
      ),
    ),
    ...openFields,
  };
}

/** The older kind `rampPerSec`: a ramp that may rise or fall. */
export const rampPerSec: Pick<ArrivalKind<Name, Rates>, 'description' | 'parse'> = {
  description:
    'Old name of increasingRate and decreasingRate. The two rates decide whether the rate rises or falls.',
  parse(members, body) {
    const own = rampOf(members, body);
    if (own === undefined) return undefined;
    const falls = own.initialUsersPerSec > own.targetUsersPerSec;
    return { kind: falls ? 'decreasingRate' : 'increasingRate', ...own };
  },
};

function ramp<Kind extends Name>(
  kind: Kind,
): Pick<ArrivalKind<Name>, 'startsUsers' | 'parseDuration'> & {
  parse(members: MembersOf<Rates>, body: PhaseBody): (Ramp & { readonly kind: Kind }) | undefined;
  model: ArrivalKind<Name>['model'];
} {
  return {
    startsUsers: true,
    parse(members, body) {
      const own = rampOf(members, body);
      if (own === undefined) return undefined;
      checkDirection(kind, own, body);
      return { kind, ...own };
    },
    parseDuration: (writtenMs, body) => requiredDuration(kind, writtenMs, body),
    model(arrivals) {
      const { initialUsersPerSec: initial, targetUsersPerSec: target, variance } = arrivals;
      return openModel({
        written: { initial, target },
        variance,
        load: `${rateText(initial)} to ${rateText(target)}`,
        loadKey: initial > target ? 'initialUsersPerSec' : 'targetUsersPerSec',
        share: (part) => ({
          ...arrivals,
          initialUsersPerSec: part(initial),
          targetUsersPerSec: part(target),
        }),
      });
    },
  };
}

/**
 * The first and last rate of a ramp. Undefined when one of them is missing or wrong, or when no user could
 * start.
 */
function rampOf(
  { initialUsersPerSec, targetUsersPerSec, variance }: MembersOf<Rates>,
  body: PhaseBody,
): Ramp | undefined {
  if (initialUsersPerSec === undefined || targetUsersPerSec === undefined) return undefined;
  if (initialUsersPerSec > 0 || targetUsersPerSec > 0)
    return { initialUsersPerSec, targetUsersPerSec, variance };
  body.error(
    'targetUsersPerSec',
    'initialUsersPerSec and targetUsersPerSec are both 0, so no user starts',
    'raise one of the two rates',
  );
  return undefined;
}

function checkDirection(
  kind: Name,
  { initialUsersPerSec: initial, targetUsersPerSec: target }: Ramp,
  body: PhaseBody,
): void {
  const rises = kind === 'increasingRate';
  if (rises ? initial < target : initial > target) return;
  const side = rises ? 'above' : 'below';
  const opposite = rises ? 'decreasingRate' : 'increasingRate';
  body.error(
    'targetUsersPerSec',
    `targetUsersPerSec ${target} must be ${side} initialUsersPerSec ${initial} in ${kind}`,
    `${rises ? 'raise' : 'lower'} targetUsersPerSec, or use the phase kind ${initial === target ? constantRate.kind : opposite}`,
  );
}
