import type { DatasetList } from '../../../api.generated.ts';
import { childrenOf, type Exact, exact } from '../../json/exact.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';
import type { Definition } from './label-definition.ts';

/** The most datasets on which a person tries a label before saving it. */
export const triedMax = 10;

/** Loads the last datasets of a schema. Without a URI nothing is loaded. */
export function useDatasets(uri: string | undefined): Loaded<DatasetList> & { readonly key: string } {
  const key = `datasets of ${uri}`;
  const query = { uri: uri ?? '', limit: triedMax, sort: 'start', direction: 'Descending' } as const;
  const load = (signal: AbortSignal): Promise<DatasetList> =>
    api.dataset.list.bySchema.get({ query, signal });
  return { ...useLoaded(uri === undefined ? undefined : key, load), key };
}

/** Computes a label for a dataset without storing the label. Returns the exact text of the answer. */
export const tryLabel = (
  dataset: number,
  schemaId: number,
  { name, extractors, function: code }: Definition,
  signal: AbortSignal,
): Promise<string> =>
  api.dataset.by(dataset).previewLabel.post({
    body: { name, schemaId, extractors: [...extractors], function: code },
    signal,
    as: 'text',
  });

/** Reads the stored value of a label in a dataset. Undefined: the dataset has no value of the label. */
export async function storedValue(
  dataset: number,
  label: number,
  signal: AbortSignal,
): Promise<Exact | undefined> {
  const text = await api.dataset.by(dataset).labelValues.get({ signal, as: 'text' });
  for (const each of childrenOf(exact(text)).children) {
    const { children } = childrenOf(each);
    const member = (name: string): Exact | undefined => children.find((child) => child.name === name);
    if (member('id')?.text === `${label}`) return member('value');
  }
  return undefined;
}
