import { type Extractable, type ExtractOptions, type Extractor, extract } from '../extract.ts';
import { piecesOf } from '../json/value-spans.ts';
import type { Evaluate } from '../scripts/evaluation.ts';

/** A transformer turns a part of a run into elements of datasets. */
export type Transformer = {
  readonly id: number;
  readonly name: string;
  /** The URI of the schema of those parts of a run that the transformer transforms. */
  readonly schemaUri: string;
  /** The URI of the schema that the transformer adds to objects without a schema. */
  readonly targetSchemaUri?: string | undefined;
  readonly extractors: readonly Extractor[];
  /** The JavaScript function of the transformer. Absent or blank: the extracted values are the result. */
  readonly function?: string | undefined;
};

export type TransformOptions = ExtractOptions & { readonly evaluate: Evaluate };

/** A note about a transformation for users. */
export type Note = {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly transformer: number;
};

/** A value that a transformer made: its JSON text, and its `$schema` if it is an object with one. */
export type Made = { readonly text: string; readonly uri?: string };

/**
 * The kind and the elements of a transformer's output: an object, a list, or nothing. A single text, number,
 * boolean or null is a part of a dataset only if the transformer has a target schema.
 */
export type Output = { readonly kind: 'object' | 'list' | 'nothing'; readonly elements: readonly Made[] };

/** The result of a transformer for a part, with its target schema. */
export async function applyTransformer(
  transformer: Transformer,
  part: Extractable,
  options: TransformOptions,
  notes: Note[],
): Promise<Output> {
  const { id, name, targetSchemaUri: target } = transformer;
  const note = (level: Note['level'], message: string): void => {
    notes.push({ level, message: `transformer ${name}: ${message}`, transformer: id });
  };
  const noteOwnSchema = (elements: readonly Made[]): void => {
    const own = elements.find(({ uri }) => uri !== undefined && uri !== target)?.uri;
    if (target !== undefined && own !== undefined)
      note(
        'info',
        `the output names the schema ${own} itself, so it does not get the target schema ${target}`,
      );
  };
  const text = await made(transformer, part, options, note);
  if (text.startsWith('[')) {
    const elements = elementsOf(text).map((element) => withTarget(element, target));
    if (elements.some(({ uri }) => uri === undefined))
      note('warn', 'the transformer returned a list in which some elements have no $schema');
    noteOwnSchema(elements);
    return { kind: 'list', elements };
  }
  if (!text.startsWith('{') && target === undefined) {
    note('warn', `${text.slice(0, excerptLengthMax)} must be an object or a list to be a part of a dataset`);
    return { kind: 'nothing', elements: [] };
  }
  const element = withTarget(text.startsWith('{') ? text : `{"value":${text}}`, target);
  if (element.uri === undefined) note('warn', 'the transformer returned a value without $schema');
  noteOwnSchema([element]);
  return { kind: 'object', elements: [element] };
}

/** The most characters of a value that a note shows. */
const excerptLengthMax = 100;

/**
 * Computes the function of a transformer.
 * @returns JSON text of the result; null for a failed function.
 */
async function made(
  { extractors, function: script = '' }: Transformer,
  part: Extractable,
  options: TransformOptions,
  note: (level: Note['level'], message: string) => void,
): Promise<string> {
  const { text, problems } = await extract(extractors, part, options);
  for (const problem of problems) note('error', problem);
  if (script.trim() === '') return text.trim();
  const evaluation = await options.evaluate(script, text);
  for (const line of evaluation.output) note('debug', line);
  if ('json' in evaluation) {
    if (evaluation.json === 'null')
      note('warn', `the function returned no value; it gets ${argumentOf(extractors)}`);
    return evaluation.json;
  }
  note('error', evaluation.problem);
  return 'null';
}

const argumentOf = (extractors: readonly Extractor[]): string =>
  extractors.length === 1
    ? 'the value of the extractor itself, because there is only one'
    : 'an object with the values of the extractors by their names';

function elementsOf(list: string): readonly string[] {
  const bytes = Buffer.from(list);
  return [...piecesOf(bytes).inner.values()].map(({ start, end }) => bytes.toString('utf8', start, end));
}

/** Adds the target's URI as the first member of an object without a schema. Other values stay unchanged. */
function withTarget(text: string, target: string | undefined): Made {
  if (!text.startsWith('{')) return { text };
  const { $schema: uri, ...rest } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (uri !== undefined) return { text, ...(typeof uri === 'string' && { uri }) };
  if (target === undefined) return { text };
  const separator = Object.keys(rest).length === 0 ? '' : ',';
  return { text: `{"$schema":${JSON.stringify(target)}${separator}${text.slice(1)}`, uri: target };
}
