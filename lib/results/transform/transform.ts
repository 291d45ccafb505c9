import { numbered } from '../../words.ts';
import { Document } from '../query/document.ts';
import type { RunSource } from '../query/query-run.ts';
import type { SchemaReference } from '../run-index/pack-schema-references.ts';
import {
  applyTransformer,
  type Made,
  type Note,
  type Output,
  type Transformer,
  type TransformOptions,
} from './apply-transformer.ts';

/**
 * A part of a run that names a schema: its JSON text in UTF-8, or a source for queries if the part is too
 * large.
 */
export type Part = {
  readonly reference: SchemaReference;
  readonly bytes?: Uint8Array | undefined;
  readonly source?: RunSource | undefined;
};

/** An element of a dataset: an unchanged part of the run, or the output of a transformer. */
export type Element<P extends Part> = { readonly part: P } | { readonly made: Made };

export type Transformed<P extends Part> = {
  /** The elements of each dataset. Without any dataset, all lists of transformers are empty. */
  readonly datasets: readonly (readonly Element<P>[])[];
  readonly notes: readonly Note[];
};

/**
 * The datasets of a run. There are as many as the longest list that a transformer makes, and one without any
 * list. So a transformer returns an empty list for a run that does not count. Each dataset begins with the
 * outputs of the transformers, in the order of their ids: an object goes into each dataset, and of a list the
 * element with the dataset's number. Parts of schemas without a chosen transformer follow unchanged.
 * @param parts the parts whose schemas exist.
 * @param transformers the transformers that the run's test has chosen.
 */
export async function transform<P extends Part>(
  parts: readonly P[],
  transformers: readonly Transformer[],
  options: TransformOptions,
): Promise<Transformed<P>> {
  const notes: Note[] = [];
  const sorted = [...parts].sort(byReference);
  const outputs: { readonly transformer: Transformer; readonly output: Output }[] = [];
  for (const transformer of transformers.toSorted((a, b) => a.id - b.id)) {
    const chosen = sorted.filter(({ reference }) => reference.uri === transformer.schemaUri);
    const made: Output[] = [];
    for (const { bytes, source } of chosen) {
      const part = bytes === undefined ? source : new Document(bytes);
      if (part !== undefined) made.push(await applyTransformer(transformer, part, options, notes));
    }
    if (made.length > 0) outputs.push({ transformer, output: joined(made) });
  }
  const lengths = outputs.flatMap(({ output }) => (output.kind === 'list' ? [output.elements.length] : []));
  const length = lengths.length === 0 ? 1 : Math.max(...lengths);
  for (const { transformer, output } of outputs) noteGaps(transformer, output, length, notes);
  const chosen = new Set(transformers.map(({ schemaUri }) => schemaUri));
  const unchanged = sorted
    .filter(({ reference }) => !chosen.has(reference.uri))
    .map((part): Element<P> => ({ part }));
  const datasets = Array.from({ length }, (_, ordinal) => [
    ...outputs.flatMap(({ output: { kind, elements } }): Element<P>[] => {
      const made = elements[kind === 'list' ? ordinal : 0];
      return made === undefined ? [] : [{ made }];
    }),
    ...unchanged,
  ]);
  return { datasets, notes };
}

/** Outputs of a transformer for several parts are joined into one list, unless all of them are nothing. */
function joined(outputs: readonly Output[]): Output {
  const [first, second] = outputs;
  if (first !== undefined && second === undefined) return first;
  if (outputs.every(({ kind }) => kind === 'nothing')) return { kind: 'nothing', elements: [] };
  return { kind: 'list', elements: outputs.flatMap(({ elements }) => elements) };
}

function noteGaps(
  { id, name }: Transformer,
  { kind, elements }: Output,
  length: number,
  notes: Note[],
): void {
  if (length === 0 && kind === 'list') {
    const message = `transformer ${name}: made an empty list, so the run has no dataset`;
    notes.push({ level: 'info', message, transformer: id });
  }
  if (kind !== 'list' || elements.length === length) return;
  const message = `transformer ${name}: made ${numbered(elements.length, 'element')} for ${numbered(length, 'dataset')}, so some datasets have no element of it`;
  notes.push({ level: 'warn', message, transformer: id });
}

/**
 * Sorts parts of a run: the document before the metadata, its root before members and elements, names by
 * their characters, indexes by number.
 */
function byReference({ reference: a }: Part, { reference: b }: Part): number {
  if (a.source !== b.source || a.type !== b.type) return a.source - b.source || a.type - b.type;
  const [left, right] = [a.key ?? '', b.key ?? ''];
  if (a.type === 2) return Number(left) - Number(right);
  return left < right ? -1 : Number(left > right);
}
