import { required } from '../declaration/field.ts';
import { incrementableNumber } from '../declaration/incrementable.ts';
import type { ArrivalKind, PhaseBody } from './arrival-kind.ts';
import { constantRate } from './constant-rate.ts';
import { openFields, openModel, rateText, requiredDuration, varianceOf } from './open-model.ts';

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

export const increasingRate: ArrivalKind<'increasingRate'> = {
  kind: 'increasingRate',
  summary:
    'An open model whose rate climbs in a straight line. A good warm-up, and a way to find the rate at which a target gives in.',
  description: 'Adds users at a rate that grows steadily over the duration.',
  fields: rates('below', 1, 'above', 10),
  written: { initialUsersPerSec: 1, targetUsersPerSec: 10, duration: '30s' },
  example: { initialUsersPerSec: 1, targetUsersPerSec: 9, variance: true },
  ...ramp('increasingRate'),
};

export const decreasingRate: ArrivalKind<'decreasingRate'> = {
  kind: 'decreasingRate',
  summary: 'The same downhill.',
  description: 'Adds users at a rate that falls steadily over the duration.',
  fields: rates('above', 10, 'below', 1),
  written: { initialUsersPerSec: 10, targetUsersPerSec: 1, duration: '30s' },
  example: { initialUsersPerSec: 9, targetUsersPerSec: 1, variance: true },
  ...ramp('decreasingRate'),
};

function rates(first: string, firstExample: number, last: string, lastExample: number) {
  return {
    initialUsersPerSec: required(
      incrementableNumber(
        `Users per second at the start of the phase; must be ${first} targetUsersPerSec.`,
        firstExample,
      ),
    ),
    targetUsersPerSec: required(
      incrementableNumber(
        `Users per second at the end of the phase; must be ${last} initialUsersPerSec.`,
        lastExample,
      ),
    ),
    ...openFields,
  };
}

/** An old name for a ramp of either direction. */
export const rampPerSec: Pick<ArrivalKind<Name>, 'description' | 'parse'> = {
  description: 'Old name of increasingRate and decreasingRate: whichever the two rates make it.',
  parse(body) {
    const ends = endsOf(body);
    if (ends === undefined) return undefined;
    const falls = ends.initialUsersPerSec > ends.targetUsersPerSec;
    return { kind: falls ? 'decreasingRate' : 'increasingRate', ...ends, variance: varianceOf(body) };
  },
};

function ramp<Kind extends Name>(
  kind: Kind,
): Pick<ArrivalKind<Name>, 'startsUsers' | 'parseDuration'> & {
  parse(body: PhaseBody): (Ramp & { readonly kind: Kind }) | undefined;
  model: ArrivalKind<Name>['model'];
} {
  return {
    startsUsers: true,
    parse(body) {
      const ends = endsOf(body);
      if (ends === undefined) return undefined;
      checkDirection(kind, ends.initialUsersPerSec, ends.targetUsersPerSec, body);
      return { kind, ...ends, variance: varianceOf(body) };
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

function endsOf(body: PhaseBody): Omit<Ramp, 'variance'> | undefined {
  const initialUsersPerSec = body.number('initialUsersPerSec');
  const targetUsersPerSec = body.number('targetUsersPerSec');
  if (initialUsersPerSec === undefined || targetUsersPerSec === undefined) return undefined;
  return { initialUsersPerSec, targetUsersPerSec };
}

function checkDirection(kind: Name, initial: number, target: number, body: PhaseBody): void {
  const rises = kind === 'increasingRate';
  if (rises ? initial < target : initial > target) return;
  const side = rises ? 'above' : 'below';
  const opposite = rises ? 'decreasingRate' : 'increasingRate';
  body.error(
    'targetUsersPerSec',
    `targetUsersPerSec ${target} must be ${side} initialUsersPerSec ${initial} in ${kind}`,
    `or use ${initial === target ? constantRate.kind : opposite}`,
  );
}
