import type { Label, LabelLocation } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { forgetOthers, type Loaded, remember, useLoaded } from '../cache.ts';
import { type Definition, definitionOf } from './definition.ts';

const labelsKey = (schema: number): string => `schema ${schema} labels`;

/** Loads the labels of a schema. */
export function useLabels(schema: number): Loaded<readonly Label[]> & { readonly key: string } {
  const key = labelsKey(schema);
  return { ...useLoaded(key, (signal) => api.schema.by(schema).labels.get({ signal })), key };
}

/** Loads the labels of a schema anew, also for the screen. */
async function freshLabels(schema: number): Promise<readonly Label[]> {
  const labels = await api.schema.by(schema).labels.get();
  remember(labelsKey(schema), labels);
  return labels;
}

/** The definition of a label that the server has now. Undefined: somebody has deleted the label. */
export async function storedNow(schema: number, label: number): Promise<Definition | undefined> {
  const found = (await freshLabels(schema)).find(({ id }) => id === label);
  return found && definitionOf(found);
}

/** Stores a new label, or the label with an id. Returns the id. */
export async function storeLabel(
  schema: number,
  definition: Definition,
  id: number | undefined,
): Promise<number> {
  const { labels } = api.schema.by(schema);
  const body = [{ ...definition, extractors: [...definition.extractors], ...(id !== undefined && { id }) }];
  const ids = id === undefined ? await labels.post({ body }) : await labels.put({ body });
  await freshLabels(schema);
  forgetOthers();
  return ids[0] ?? 0;
}

export async function deleteLabel(schema: number, id: number): Promise<void> {
  await api.schema.by(schema).labels.by(id).delete();
  await freshLabels(schema);
  forgetOthers();
}

/** Loads the places that use a label of a name. Without a name nothing is loaded. */
export const useUsages = (label: string | undefined): Loaded<readonly LabelLocation[]> =>
  useLoaded(label === undefined ? undefined : `label ${label} usages`, (signal) =>
    api.schema.findUsages.get({ query: { label: label ?? '' }, signal }),
  );
