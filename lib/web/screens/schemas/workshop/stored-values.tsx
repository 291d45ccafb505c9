import type { DatasetSummary } from '../../../../api.generated.ts';
import { JsonTree } from '../../../components/json-tree.tsx';
import { Part } from '../../../components/loaded-part.tsx';
import { useLoaded } from '../../../data/cache.ts';
import { storedValue } from '../../../data/schemas/datasets.ts';
import type { Exact } from '../../../json/exact.ts';
import * as words from '../../../words/schemas/workshop.ts';
import { ValueTable } from './value-table.tsx';

type StoredValuesProps = { readonly label: number; readonly datasets: readonly DatasetSummary[] };

/** The stored values of a label, for a person who may not change the label. */
export function StoredValues({ label, datasets }: StoredValuesProps) {
  const ids = datasets.map(({ id }) => id);
  const key = `values of label ${label} in ${ids.join()}`;
  const values = useLoaded(key, async (signal) => {
    const found = await Promise.all(ids.map((id) => storedValue(id, label, signal)));
    return new Map(ids.map((id, at) => [id, found[at]]));
  });
  return (
    <Part of={values} name={key} rows={ids.length}>
      {(found) => <ValueTable datasets={datasets} value={({ id }) => <Stored value={found.get(id)} />} />}
    </Part>
  );
}

function Stored({ value }: { readonly value: Exact | undefined }) {
  if (value === undefined) return <span class="quiet">{words.noValue()}</span>;
  if (value.kind === 'null') return <code class="json">{words.undefinedValue()}</code>;
  return <JsonTree value={value} names={[]} />;
}
