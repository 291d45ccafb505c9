import type { ArrivalKind, PhaseBody } from './arrival-kind.ts';
import { constantRate } from './constant-rate.ts';
import { openModel, requiredDuration, shownRate, varianceOf } from './open-model.ts';

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
  example: { initialUsersPerSec: 1, targetUsersPerSec: 9, variance: true },
  ...ramp('increasingRate'),
};

export const decreasingRate: ArrivalKind<'decreasingRate'> = {
  kind: 'decreasingRate',
  summary: 'The same downhill.',
  example: { initialUsersPerSec: 9, targetUsersPerSec: 1, variance: true },
  ...ramp('decreasingRate'),
};

/** An old name for a ramp of either direction. */
export const rampPerSec: Pick<ArrivalKind<Name>, 'parse'> = {
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
        load: `${shownRate(initial)} to ${shownRate(target)}`,
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
