import type { LabelRow } from '../../json/label-row.ts';

/** True for label values of a run that Downpour made: each dataset has a phase and a metric. */
export const isMeasured = (values: LabelRow['values']): boolean =>
  values.has('phase') && values.has('metric');

/** The labels whose first value is a number. */
export function numericLabels(rows: readonly LabelRow[]): ReadonlySet<string> {
  const first = new Map<string, boolean>();
  for (const { values } of rows)
    for (const [name, { kind }] of values)
      if (kind !== 'null' && !first.has(name)) first.set(name, kind === 'number');
  return new Set([...first].flatMap(([name, isNumber]) => (isNumber ? name : [])));
}

/** The names of labels as columns, in the order of their first appearance. */
export const labelsOf = (
  rows: readonly { readonly values: ReadonlyMap<string, unknown> }[],
): readonly string[] => [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
