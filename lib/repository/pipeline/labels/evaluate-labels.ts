import { type Extractable, type ExtractOptions, extract } from '../../../results/extract.ts';
import { limits } from '../../../results/limits.ts';
import { Document } from '../../../results/query/document.ts';
import type { Evaluate } from '../../../results/scripts/evaluation.ts';
import type { DatasetRow } from '../../records/datasets/dataset.ts';
import type { LabelValues } from '../../records/labels/values.ts';
import type { Label } from '../../records/schemas/labels.ts';
import type { Elements } from '../content/dataset-elements.ts';

/** The members of a label that its evaluation needs. */
export type LabelDefinition = Pick<Label, 'id' | 'name' | 'extractors' | 'function'>;

/** A note for users about the evaluation of a label. */
export type LabelNote = {
  readonly level: 'debug' | 'error';
  readonly message: string;
  readonly label: LabelDefinition;
};

export type EvaluatedLabels = { readonly values: LabelValues; readonly notes: readonly LabelNote[] };

export type LabelOptions = ExtractOptions & { readonly evaluate: Evaluate };

/**
 * Evaluates the labels of a dataset. Each label is evaluated in the first element that names its schema. (The
 * original server mixes several elements of one schema.) An error in one label does not affect the others.
 *
 * @param labels of the existing schemas, by URI.
 * @returns undefined when the elements are deleted.
 */
export async function evaluateLabels(
  elements: Elements,
  schemas: DatasetRow['schemas'],
  labels: ReadonlyMap<string, readonly LabelDefinition[]>,
  options: LabelOptions,
): Promise<EvaluatedLabels | undefined> {
  const values: Record<string, string> = {};
  const notes: LabelNote[] = [];
  const places = firstPlaces(schemas, labels);
  if (places.length === 0) return { values, notes };
  const found = await elements(places.map(({ index }) => index));
  if (found === undefined) return undefined;
  for (const { uri, index } of places) {
    const element = found.get(index);
    if (element === undefined) continue;
    const all = labels.get(uri) ?? [];
    // Labels of a small element share one call of the sandbox, because this is cheaper. Labels of a large
    // element need separate calls, because all texts would be in memory at the same time.
    const isSmall = element instanceof Document && element.bytes.length <= limits.wholeBytesMax;
    for (const some of isSmall ? [all] : all.map((label) => [label])) {
      const evaluated = some.map(async (label) => ({
        label,
        ...(await evaluateLabel(label, element, options)),
      }));
      for (const { label, json, notes: labelNotes } of await Promise.all(evaluated)) {
        if (json !== undefined) values[label.id] = json;
        notes.push(...labelNotes);
      }
    }
  }
  return { values, notes };
}

/**
 * Computes the value of a label in an element, as JSON text. Undefined when the function of the label fails.
 */
async function evaluateLabel(
  label: LabelDefinition,
  element: Extractable,
  options: LabelOptions,
): Promise<{ readonly json?: string; readonly notes: readonly LabelNote[] }> {
  const { text, problems } = await extract(label.extractors, element, options);
  const notes = problems.map((message): LabelNote => ({ level: 'error', message, label }));
  if (label.function === undefined || label.function.trim() === '') return { json: text, notes };
  const evaluation = await options.evaluate(label.function, text);
  for (const message of evaluation.output) notes.push({ level: 'debug', message, label });
  if ('json' in evaluation) return { json: evaluation.json, notes };
  notes.push({ level: 'error', message: evaluation.problem, label });
  return { notes };
}

/** The first element that names each schema with labels. */
function firstPlaces(
  schemas: DatasetRow['schemas'],
  labels: ReadonlyMap<string, readonly LabelDefinition[]>,
): DatasetRow['schemas'] {
  const first = new Map<string, DatasetRow['schemas'][number]>();
  for (const place of schemas) {
    const known = first.get(place.uri);
    if (labels.has(place.uri) && (known === undefined || place.index < known.index))
      first.set(place.uri, place);
  }
  return [...first.values()];
}
