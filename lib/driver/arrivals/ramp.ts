import type { ArrivalKind, PhaseBody } from './arrival-kind.ts';
import { constantRate } from './constant-rate.ts';
import { openModel, requiredDuration, varianceOf } from './open-model.ts';

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

function ramp<Kind extends Name>(
  kind: Kind,
): Pick<ArrivalKind<Name>, 'startsUsers' | 'parseDuration'> & {
  parse(body: PhaseBody): (Ramp & { readonly kind: Kind }) | undefined;
  model: ArrivalKind<Name>['model'];
} {
  return {
    startsUsers: true,
    parse(body) {
      const initialUsersPerSec = body.number('initialUsersPerSec');
      const targetUsersPerSec = body.number('targetUsersPerSec');
      if (initialUsersPerSec === undefined || targetUsersPerSec === undefined) return undefined;
      checkDirection(kind, initialUsersPerSec, targetUsersPerSec, body);
      return { kind, initialUsersPerSec, targetUsersPerSec, variance: varianceOf(body) };
    },
    parseDuration: (writtenMs, body) => requiredDuration(kind, writtenMs, body),
    model(arrivals) {
      const { initialUsersPerSec: initial, targetUsersPerSec: target, variance } = arrivals;
      return openModel({
        written: { initial, target },
        variance,
        load: `${initial} to ${target}`,
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
