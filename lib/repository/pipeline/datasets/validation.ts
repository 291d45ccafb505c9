import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Element } from '../../../results/transform/transform.ts';
import { validationLimits } from '../../../results/validation/limits.ts';
import { type Check, type ValidationError, violationsOf } from '../../../results/validation/validate.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Repository } from '../../repository.ts';
import type { RunPart } from '../content/run-parts.ts';

/** Validates the parts of a run and the elements of its datasets by JSON Schemas. */
export type Validation = {
  readonly ofParts: (parts: readonly RunPart[]) => readonly ValidationError[];
  readonly ofElements: (elements: readonly Element<RunPart>[]) => readonly ValidationError[];
};

/** A schema with a compiled JSON Schema. */
type Checked = { readonly schemaId: number; readonly check: Check; readonly isOfList: boolean };

/**
 * Compiled checks by URI of the schema, which are valid until a definition changes. Compiling a check takes
 * 10 ms or more.
 */
const kept = new WeakMap<
  object,
  { readonly version: number; readonly checks: Map<string, Promise<Checked | undefined>> }
>();

/**
 * The most compiled checks in the cache. A full cache is emptied, and its checks are compiled again when they
 * are needed.
 */
const checksMax = 500;

/**
 * Returns the validation by the schemas that a run names.
 * @param version of the definitions.
 * @param uris of the schemas that parts and elements name.
 */
export async function validationWith(
  repository: Repository,
  version: number,
  uris: ReadonlySet<string>,
): Promise<Validation> {
  const known = kept.get(repository.table);
  const isYoung = known?.version === version && known.checks.size < checksMax;
  const { checks } = isYoung ? known : { checks: new Map<string, Promise<Checked | undefined>>() };
  kept.set(repository.table, { version, checks });
  const found = new Map<string, Checked>();
  for (const uri of uris) {
    const checking = checks.get(uri) ?? checkOf(repository, uri);
    checks.set(uri, checking);
    // A failed read of a schema is not cached, because the next read may succeed.
    checking.catch(() => checks.delete(uri));
    const checked = await checking;
    if (checked !== undefined) found.set(uri, checked);
  }
  return validationBy(found);
}

async function checkOf({ schemas }: Repository, uri: string): Promise<Checked | undefined> {
  const schema = await schemas.byUri(uri);
  if (schema?.schema === undefined) return undefined;
  const { compileCheck } = await import('../../../results/validation/compile-check.ts');
  // Errors quote a schema, and the team of this schema must not learn about PRIVATE schemas of other teams.
  const load = async (uri: string) => {
    const other = await schemas.byUri(uri);
    return other?.access === 'PRIVATE' && other.owner !== schema.owner ? undefined : other?.schema;
  };
  const isOfList = wantsList(schema.schema);
  return { schemaId: schema.id, check: await compileCheck(schema.schema, load), isOfList };
}

/**
 * True for a JSON Schema that accepts only lists. A list cannot name a schema, so this JSON Schema applies to
 * the list of all elements that name it. Each element of an uploaded array names the schema.
 */
function wantsList(schema: string): boolean {
  const { type } = JSON.parse(schema) as { readonly type?: unknown };
  return Array.isArray(type) ? type.includes('array') && !type.includes('object') : type === 'array';
}

function validationBy(checks: ReadonlyMap<string, Checked>): Validation {
  const ofPart = new Map<RunPart, readonly ValidationError[]>();
  const errorsIn = (uri: string, text: Uint8Array | string | undefined): readonly ValidationError[] => {
    const checked = checks.get(uri);
    if (checked === undefined) return [];
    const { schemaId, check } = checked;
    if (text === undefined) return [{ schemaId, error: tooLarge }];
    return violationsOf(check, text).map((error) => ({ schemaId, error }));
  };
  // The errors of a part are cached, because a part may be an element of a thousand datasets.
  const errorsOf = (part: RunPart): readonly ValidationError[] => {
    const known = ofPart.get(part) ?? errorsIn(part.reference.uri, part.bytes);
    ofPart.set(part, known);
    return known;
  };
  /**
   * Validates lists of elements by schemas that accept only lists. Other elements are validated one by one.
   */
  const listsIn = (named: readonly Named[]): readonly ValidationError[] => {
    const lists = Map.groupBy(
      named.filter(({ uri }) => isOfList(uri)),
      ({ uri }) => uri,
    );
    return [...lists].flatMap(([uri, list]) => errorsIn(uri, listText(list.map(({ text }) => text))));
  };
  const isOfList = (uri: string): boolean => checks.get(uri)?.isOfList === true;
  const ofAll = (errors: readonly ValidationError[], named: readonly Named[]) =>
    [...errors, ...listsIn(named)].slice(0, validationLimits.validationErrorsMax);
  return {
    ofParts: (parts) =>
      ofAll(
        parts.filter(({ reference }) => !isOfList(reference.uri)).flatMap(errorsOf),
        parts.map(({ reference, bytes }) => ({ uri: reference.uri, text: bytes })),
      ),
    ofElements: (elements) =>
      ofAll(
        elements.flatMap((each, index) => {
          const { uri, text } = namedOf(each);
          if (uri === undefined) return [namesNone(index)];
          if (isOfList(uri)) return [];
          return 'part' in each ? errorsOf(each.part) : errorsIn(uri, text);
        }),
        elements.map(namedOf).filter((each): each is Named => each.uri !== undefined),
      ),
  };
}

/** An element that names a schema, as JSON text. Without a text the element is too large to validate. */
type Named = { readonly uri: string; readonly text: Uint8Array | string | undefined };

const namedOf = (each: Element<RunPart>): Partial<Named> =>
  'part' in each ? { uri: each.part.reference.uri, text: each.part.bytes } : each.made;

function listText(texts: readonly Named['text'][]): string | undefined {
  const known = texts.filter((text) => text !== undefined);
  if (known.length < texts.length) return undefined;
  return `[${known.map((text) => (typeof text === 'string' ? text : Buffer.from(text).toString())).join()}]`;
}

const tooLarge = {
  type: 'Execution error',
  message: 'this part of the run is too large, so Downpour does not validate it',
};

const namesNone = (index: number): ValidationError => ({
  schemaId: null,
  error: {
    type: 'No schema',
    message: `element ${index} of the dataset has no $schema, so Downpour does not validate this element`,
  },
});

/** The validation errors of a run. */
export const validationErrorsOf = async (
  repository: Repository,
  run: Pick<RunRow, 'id' | 'isInvalid'>,
): Promise<readonly ValidationError[]> => (await validationsOf(repository, [run])).get(run.id) ?? [];

/** Reads the validation errors of several runs. Valid runs are left out. */
export async function validationsOf(
  { table }: Repository,
  runs: readonly Pick<RunRow, 'id' | 'isInvalid'>[],
): Promise<ReadonlyMap<number, readonly ValidationError[]>> {
  const ids = runs.flatMap(({ id, isInvalid }) => (isInvalid === true ? [id] : []));
  const items = ids.length === 0 ? [] : await table.getMany(ids.map(repositoryKey.runValidation));
  return new Map(ids.map((id, n) => [id, (items[n]?.errors ?? []) as readonly ValidationError[]]));
}

/** Returns the errors of schemas that the caller may see, because a message reveals rules of the schema. */
export function errorsOf(
  schemas: readonly { readonly id: number }[],
  errors: readonly ValidationError[],
): readonly ValidationError[] {
  const seen = new Set(schemas.map(({ id }) => id));
  return errors.filter(({ schemaId }) => schemaId === null || seen.has(schemaId));
}
