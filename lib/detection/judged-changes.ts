import type { Finding, Summary } from './change.ts';
import type { ModelName } from './models.ts';

/** A change that people confirmed or dismissed, with its levels. */
export type Judged = Pick<Finding, 'at' | 'before' | 'after'> & {
  readonly model: ModelName;
  readonly isDismissed: boolean;
  /**
   * True when the model of change points had reported this change before a person confirmed or dismissed it.
   */
  readonly lasts: boolean;
};

/**
 * Selects the change points that a person has already judged. A judgement is about one change, from one level
 * to another, near the value where it was found. It covers the nearest change point that is less than
 * `persistence` values away and changes the level the same way by about as much. Another change point near it
 * is another change without a judgement.
 *
 * Only change points show that a level lasts. A change of another model may be a single value. If a person
 * dismisses it before change points report it too, the person dismisses only this value, and not a level that
 * begins there and lasts.
 */
export function judgedAmong<T extends Finding>(
  points: readonly T[],
  judged: readonly Judged[],
  persistence: number,
): ReadonlySet<T> {
  return new Set(
    judged.flatMap((one) => {
      if (one.isDismissed && one.model !== 'eDivisive' && !one.lasts) return [];
      const candidates = points.filter(
        (point) => Math.abs(point.at - one.at) < persistence && isSame(one, point),
      );
      return candidates.sort((a, b) => Math.abs(a.at - one.at) - Math.abs(b.at - one.at)).slice(0, 1);
    }),
  );
}

/**
 * True when a change point changes the level the same way as a model's change and by about as much, from half
 * to twice. A mean over a window may contain only one value of the new level, so its difference may be
 * smaller by the length of the window. A change point that is found after few values overestimates the
 * change, because a smaller change is found later. Down to a third, both count as the same change.
 */
export function isSame(reported: Reported, point: Finding): boolean {
  const part = partOf(reported, point);
  const isLevel = reported.model === 'eDivisive';
  return part >= (isLevel ? 1 / 3 : 1 / 2) && part <= 2 * (isLevel ? 1 : reported.after.count);
}

/** True when a change point changes the level the same way as a model's change. */
export const isSameWay = (reported: Reported, point: Finding): boolean => partOf(reported, point) > 0;

type Reported = Pick<Judged, 'before' | 'after' | 'model'>;

/** The change of a change point, as a share of a model's change. Negative in the other direction. */
function partOf({ model, before, after }: Reported, point: Finding): number {
  const levelOf = model === 'eDivisive' ? medianOf : ({ mean }: Summary) => mean;
  // A change at a fixed bound has no earlier level, so the level before the change point is used.
  const reported = levelOf(after) - (before ? levelOf(before) : levelBefore(point));
  return (medianOf(point.after) - levelBefore(point)) / reported;
}

const medianOf = ({ median, mean }: Summary): number => median ?? mean;

const levelBefore = ({ before }: Finding): number => (before ? medianOf(before) : Number.NaN);
