import type { Change, GateOutcome } from '../../../report/comparison/comparison-data.ts';
import { placesOf } from './interval.ts';

type IntervalFigureProps = {
  readonly change: Pick<Change, 'measure' | 'estimate' | 'interval'>;
  readonly limit?: number;
  readonly outcome?: GateOutcome;
};

const [width, height] = [180, 22];
const middle = height / 2;

/**
 * A figure of one change with its interval. The middle means no change, and the limit is a dashed line. The
 * text of the row has the same facts.
 */
export function IntervalFigure({ change, limit, outcome }: IntervalFigureProps) {
  const places = placesOf(change, limit);
  const x = (place: number): number => Math.round(place * width * 10) / 10;
  return (
    <svg
      class={`interval ${outcome?.replace(' ', '-') ?? ''}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path class="axis" d={`M0 ${middle}H${width}M${width / 2} 3V${height - 3}`} />
      {places.limit !== undefined && <path class="limit" d={`M${x(places.limit)} 0V${height}`} />}
      {places.low !== undefined && places.high !== undefined && (
        <path
          class="range"
          d={`M${x(places.low)} ${middle}H${x(places.high)}M${x(places.low)} 6V16M${x(places.high)} 6V16`}
        />
      )}
      <circle class="estimate" cx={x(places.estimate)} cy={middle} r="4" />
    </svg>
  );
}
