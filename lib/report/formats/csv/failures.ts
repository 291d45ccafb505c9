import type { RunDocument } from '../../../driver/run/document.ts';
import { percentileNames } from '../../../driver/statistics/histograms/percentiles.ts';
import { type Cell, lineOf } from './cells.ts';
import { requestColumn, summaryHeader } from './columns.ts';

/**
 * The file `failures.csv`. A run document has the time window of a failure. Counts come from the verdict;
 * without a verdict the cells are empty.
 */
export function failuresText({ failures, verdicts, phases }: RunDocument): string {
  const requests = requestColumn(failures);
  const header = lineOf(['Phase', 'Metric', 'Message', 'Start', 'End', ...summaryHeader, ...requests.header]);
  const lines = failures.map((failure) => {
    const t0 = phases.find(({ name }) => name === failure.phase)?.start ?? 0;
    const verdict = verdicts.find(
      ({ phase, metric, request, message, window }) =>
        phase === failure.phase &&
        (metric ?? null) === failure.metric &&
        request === failure.request &&
        message === failure.message &&
        t0 + window.startMs === failure.start,
    );
    const { phase, metric, message, start, end } = failure;
    return lineOf([
      phase,
      metric,
      message,
      start,
      end,
      ...cellsOf(failure, verdict),
      ...requests.cells(failure),
    ]);
  });
  return [header, ...lines].join('');
}

function cellsOf(
  { percentileResponseTime: times }: RunDocument['failures'][number],
  verdict: RunDocument['verdicts'][number] | undefined,
): readonly Cell[] {
  if (verdict === undefined) return summaryHeader.map(() => undefined);
  const known = new Map<string, Cell>([
    ['Requests', verdict.requests],
    ['Responses', verdict.responses],
    ...percentileNames.map((name) => [`p${name}`, times[name]] as const),
  ]);
  return summaryHeader.map((name) => known.get(name));
}
