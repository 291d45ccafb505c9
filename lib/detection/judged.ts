import type { Finding, Summary } from './change.ts';
import type { ModelName } from './models.ts';

/** A change that people confirmed or dismissed. */
export type Judged = Pick<Finding, 'at' | 'before' | 'after'> & {
  readonly model: ModelName;
  readonly isDismissed: boolean;
  /** Change points reported it too, before it was judged. */
  readonly lasts: boolean;
};

/**
 * The change points that people have judged already. Their word speaks of one change, from one level to
 * another, about where it was found: of the nearest change point less than `persistence` values away that
 * changes the level the same way and by about as much. Any other one beside it is another change, which
 * nobody has judged.
 *
 * Change points alone tell that a level lasts. What the other models tell may be one value that stands alone,
 * and whoever dismisses it before change points tell it too says that this value is no change, and nothing of
 * a level that begins there and stays.
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
 * Whether a change point changes the level the same way as what a model reported, and by about as much: by
 * half to twice of it. A mean over a window may have seen one value of the new level, and then it reported a
 * difference as many times smaller as the window is long. Change points that are reported after few values
 * begin larger than they turn out to be, since smaller ones are not reported so soon: down to a third they
 * are the same.
 */
export function isSame(reported: Reported, point: Finding): boolean {
  const part = partOf(reported, point);
  const isLevel = reported.model === 'eDivisive';
  return part >= (isLevel ? 1 / 3 : 1 / 2) && part <= 2 * (isLevel ? 1 : reported.after.count);
}

/** Whether a change point changes the level the same way as what a model reported. */
export const isSameWay = (reported: Reported, point: Finding): boolean => partOf(reported, point) > 0;

type Reported = Pick<Judged, 'before' | 'after' | 'model'>;

/** How much a change point changes the level, as a part of what a model reported; negative: the other way. */
function partOf({ model, before, after }: Reported, point: Finding): number {
  const levelOf = model === 'eDivisive' ? medianOf : ({ mean }: Summary) => mean;
  // A bound knows no level before it: it is the one that the change point ends.
  const reported = levelOf(after) - (before ? levelOf(before) : levelBefore(point));
  return (medianOf(point.after) - levelBefore(point)) / reported;
}

const medianOf = ({ median, mean }: Summary): number => median ?? mean;

const levelBefore = ({ before }: Finding): number => (before ? medianOf(before) : Number.NaN);
