import type { Label, LabelLocation } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { api } from '../api.ts';
import { forgetOthers, type Loaded, remember, useLoaded } from '../cache.ts';
import { type Definition, definitionOf, isSame } from './label-definition.ts';

const labelsKey = (schema: number): string => `schema ${schema} labels`;

/** Loads the labels of a schema. */
export function useLabels(schema: number): Loaded<readonly Label[]> & { readonly key: string } {
  const key = labelsKey(schema);
  return { ...useLoaded(key, (signal) => api.schema.by(schema).labels.get({ signal })), key };
}

/** Loads the labels of a schema again. The screen shows the new answer too. */
async function freshLabels(schema: number): Promise<readonly Label[]> {
  const labels = await api.schema.by(schema).labels.get();
  remember(labelsKey(schema), labels);
  return labels;
}

/** Stores a new label. Returns its id. */
export async function createLabel(schema: number, definition: Definition): Promise<number> {
  const [id = 0] = await api.schema.by(schema).labels.post({ body: [bodyOf(definition)] });
  await freshLabels(schema);
  forgetOthers();
  return id;
}

/**
 * Replaces the stored label that the person has seen.
 * @returns false when another person has changed or deleted the label meanwhile. The screen then has the
 * stored label.
 */
export async function replaceLabel(schema: number, definition: Definition, seen: Label): Promise<boolean> {
  const { id, version } = seen;
  try {
    const body = [{ ...bodyOf(definition), id, ...(version !== undefined && { replaces: version }) }];
    await api.schema.by(schema).labels.put({ body });
  } catch (error) {
    if (!(error instanceof ApiError && ['LABEL_CHANGED', 'LABEL_NOT_FOUND'].includes(error.code)))
      throw error;
    const now = (await freshLabels(schema)).find((label) => label.id === id);
    // A change of the label's readers or team is kept, so it is no conflict.
    if (now === undefined || !isSame(definitionOf(now), definitionOf(seen))) return false;
    return replaceLabel(schema, definition, now);
  }
  await freshLabels(schema);
  forgetOthers();
  return true;
}

const bodyOf = (definition: Definition) => ({ ...definition, extractors: [...definition.extractors] });

export async function deleteLabel(schema: number, id: number): Promise<void> {
  await api.schema.by(schema).labels.by(id).delete();
  await freshLabels(schema);
  forgetOthers();
}

/** Loads the places that use a label with this name. Without a name nothing is loaded. */
export const useUsages = (label: string | undefined): Loaded<readonly LabelLocation[]> =>
  useLoaded(label === undefined ? undefined : `label ${label} usages`, (signal) =>
    api.schema.findUsages.get({ query: { label: label ?? '' }, signal }),
  );
