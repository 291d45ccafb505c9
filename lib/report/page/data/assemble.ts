import type { RunDocument } from '../../../driver/run/document.ts';
import { axisOf, gridOf, startedPhases, usualStep } from './grid.ts';
import { documentStep, edgesIn, heatOfAll, isRequest } from './heat.ts';
import { narrowWindowOf } from './limit-window.ts';
import { metricDataOf } from './metric-data.ts';
import { tracksOf, unhealthyOf } from './over-time.ts';
import type { Mark, PageData, PhaseBand } from './page-data.ts';
import type { Ranked } from './ranking.ts';

/** The limit of columns for counters by second. A wide screen has hardly more points. */
const secondColumnsMax = 1200;
/** The limit of columns for response times. A document has at most 120 for each of at most 400 phases. */
const heatColumnsMax = 50_000;

/** The amount of detail in the page. */
export type Detail = {
  /** This many neighbouring columns of the run document are merged into one column of the page. */
  readonly coarser: number;
  /** The number of metrics that have charts, from the most important one on. */
  readonly metrics: number;
};

export function pageData(
  run: RunDocument,
  ranked: readonly Ranked[],
  { coarser, metrics }: Detail,
): PageData {
  // An uploaded document may have any times. So columns are at least this wide, which limits their number.
  const leastStep = usualStep(axisOf(run).lengthMs, heatColumnsMax);
  const heatGrid = gridOf(run, Math.max(leastStep, documentStep(run) * coarser));
  const { origin, lengthMs } = heatGrid;
  const secondsGrid = gridOf(run, usualStep(lengthMs, secondColumnsMax / coarser));
  const unhealthy = unhealthyOf(run, secondsGrid);
  return {
    origin,
    lengthMs,
    phases: bandsOf(run, origin),
    marks: marksOf(run, origin),
    seconds: {
      stepMs: secondsGrid.stepMs,
      tracks: tracksOf(run, secondsGrid),
      ...(unhealthy === undefined ? {} : { unhealthy }),
    },
    edges: edgesIn(run.stats),
    heat: heatOfAll(run.stats.filter(isRequest), heatGrid),
    metrics: ranked.slice(0, metrics).map(({ id, entry }) => metricDataOf(entry, id, run, heatGrid)),
    left: Math.max(0, ranked.length - metrics),
  };
}

const bandsOf = (run: RunDocument, origin: number): readonly PhaseBand[] =>
  startedPhases(run).map(({ name, start, end, isWarmup }) => ({
    name,
    from: start - origin,
    to: end - origin,
    isWarmup,
  }));

/** The broken limits with a time window, as marks in charts. A limit of a whole phase has no mark. */
function marksOf(run: RunDocument, origin: number): readonly Mark[] {
  return run.verdicts.flatMap((verdict): readonly Mark[] => {
    const window = verdict.passed ? undefined : narrowWindowOf(verdict, run);
    if (window === undefined) return [];
    return [{ from: window.from - origin, to: window.to - origin, text: verdict.message }];
  });
}
