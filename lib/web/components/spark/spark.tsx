import * as words from '../../words/spark.ts';
import { barStep, barsOf, factsOf, type SparkRun, sparkHeight } from './bars.ts';

type SparkProps = {
  readonly runs: readonly SparkRun[];
  /** The id of the run that is emphasised. Absent: the last run. */
  readonly present?: number | undefined;
};

/** The p99 of the last runs of a test as small bars. The colour of a bar is the state of the run. */
export function Spark({ runs, present }: SparkProps) {
  const width = Math.max(1, runs.length) * barStep;
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${sparkHeight}`}
      width={width}
      height={sparkHeight}
      role="img"
      aria-label={words.spark(factsOf(runs), runs.length)}
    >
      {barsOf(runs, present).map(({ id, x, y, height, kind, isPresent }) => (
        <rect
          key={id}
          class={`${kind}${isPresent ? ' present' : ''}`}
          x={x}
          y={y}
          width={barStep - 1}
          height={height}
        />
      ))}
    </svg>
  );
}
