import { DownpourError } from '../../../lib/errors.ts';
import { type ComparedRun, compareRuns } from '../../../lib/report/comparison/comparison.ts';
import type { Comparison } from '../../../lib/report/comparison/comparison-data.ts';
import { defaultGates, type Gate, parseGate, unknownMetricsOf } from '../../../lib/report/comparison/gate.ts';
import type { MeasuredDocument } from '../../../lib/report/comparison/runs/measured-document.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { measuredRuns, runDocumentOf } from './measured-runs.ts';

/** The runs of a comparison. */
export type Sides = { readonly baseline: readonly RunRow[]; readonly candidate: readonly RunRow[] };

/** The gates of a comparison, and whether the compared runs may have different definitions. */
export type Judging = { readonly gates: readonly Gate[]; readonly allowsDifferences: boolean };

/**
 * Compares runs by their measured numbers. A comparison of one run with one run needs both timelines, so it
 * reads both documents.
 *
 * @throws DownpourError GATE_INVALID (400) for a gate about a metric that no run has; NOT_MEASURED (404) and
 * DOCUMENT_TOO_LARGE (413) as `runDocumentOf`.
 */
export async function compareStored(
  runs: RunStore,
  { baseline, candidate }: Sides,
  { gates, allowsDifferences }: Judging,
): Promise<Comparison> {
  const rows = [...baseline, ...candidate];
  const documents =
    baseline.length === 1 && candidate.length === 1
      ? await Promise.all(rows.map((row) => runDocumentOf(runs, row)))
      : await measuredRuns(runs, rows);
  const all = documents.map((document, at) => comparedRun(rows[at]?.id ?? 0, document));
  const problem = unknownMetricsOf(gates, all);
  if (problem !== undefined) throw new DownpourError('GATE_INVALID', 400, problem);
  return compareRuns({
    baseline: all.slice(0, baseline.length),
    candidate: all.slice(baseline.length),
    gates,
    allowsDifferences,
  });
}

/** Makes the run that a comparison reads from a stored run, with the name that the command line gives it. */
export const comparedRun = <Document extends MeasuredDocument>(
  id: number,
  document: Document,
): ComparedRun<Document> => ({ name: `run ${id}`, id, document });

/**
 * Parses the gates in the parameters of a request. Absent: the default gates.
 *
 * @throws DownpourError GATE_INVALID (400) with every mistake.
 */
export function gatesIn(texts: readonly string[] | undefined): readonly Gate[] {
  if (texts === undefined || texts.length === 0) return defaultGates;
  const parsed = texts.map((text) => ({ text, gate: parseGate(text) }));
  const wrong = parsed.flatMap(({ text, gate }) =>
    'error' in gate ? [`the gate ${text}: ${gate.error}`] : [],
  );
  if (wrong.length > 0) throw new DownpourError('GATE_INVALID', 400, wrong.join('; '), { details: wrong });
  return parsed.flatMap(({ gate }) => ('error' in gate ? [] : [gate]));
}
