import type { RunDocument } from '../../driver/run/document.ts';
import type { Format } from './format.ts';

/**
 * Lines of JSON for `jq`, DuckDB and log pipelines. The first line is the run. Each metric of a phase follows
 * with a line for each second and one for the total. `type` distinguishes the lines; all other members have
 * the names of the run document.
 */
export const jsonl: Format = {
  name: 'jsonl',
  extension: 'jsonl',
  begins: /^\{"type":"run",/,
  summary: 'a line of JSON for each metric and second, and for each total',
  write: (run) =>
    [runLine(run), ...run.stats.flatMap(statsLines)].map((line) => `${JSON.stringify(line)}\n`).join(''),
};

function runLine({ info, state, reason, version, total }: RunDocument) {
  const { id, benchmark, startTime, terminateTime, params } = info;
  return { type: 'run', id, benchmark, startTime, terminateTime, params, state, reason, version, ...total };
}

function statsLines({
  name,
  metric,
  stepId,
  isWarmup,
  request,
  total,
  series,
  ...entry
}: RunDocument['stats'][number]) {
  const head = { phase: name, metric, stepId, ...(request === undefined ? {} : { request }), isWarmup };
  const { throughput, requestRate, failedRatio, errorRatio, invalidRatio, blockedRatio } = entry;
  const ratios = { throughput, requestRate, failedRatio, errorRatio, invalidRatio, blockedRatio };
  return [
    ...series.map((second) => ({ type: 'second', ...head, ...second })),
    { type: 'total', ...head, ...total.summary, ...ratios, p95ResponseTime: entry.p95ResponseTime },
  ];
}
