import type { View } from './views.ts';

/**
 * The values of one dataset in the columns of a view, by the id of the column (`ViewComponent`) and the name
 * of the label. Labels without a value are left out.
 */
export type Viewed = { readonly [component: string]: { readonly [label: string]: unknown } };

/**
 * Selects the values of a dataset that a view shows.
 * @param values of the dataset's labels, by name.
 */
export function viewOf(
  values: ReadonlyMap<string, unknown>,
  { components }: Pick<View, 'components'>,
): Viewed {
  const viewed: Record<string, Record<string, unknown>> = {};
  for (const { id, labels } of components) {
    const selected = labels.filter((label) => values.has(label)).map((label) => [label, values.get(label)]);
    if (selected.length > 0) viewed[id] = Object.fromEntries(selected);
  }
  return viewed;
}
