import { sample } from 'openapi-sampler';
import { RE2JS } from 're2js';
import { printable } from '../draft/request.ts';
import { type Fields, fieldsOf, listOf, scalarText } from '../json.ts';

/** The error for a part of a description that cannot be used. The message has the reason. */
export class Unusable extends Error {}

/** Follows the references (`$ref`) inside one description. It never reads other files. */
export class References {
  readonly root: Fields;
  /** The notes of openapi-sampler about the samples of the current operation. */
  readonly notes = new Set<string>();

  constructor(root: Fields) {
    this.root = root;
  }

  /**
   * The object that a value is or refers to.
   * @throws Unusable for another file, a circle or a missing object.
   */
  resolve(value: unknown): Fields {
    let fields = fieldsOf(value);
    for (let hops = 0; hops < hopsMax; hops += 1) {
      const reference = scalarText(fields.$ref);
      if (reference === undefined) return fields;
      const { $ref: _reference, ...siblings } = fields;
      fields = { ...fieldsOf(this.#at(reference)), ...siblings };
    }
    throw new Unusable(`its $ref '${printable(scalarText(fields.$ref) ?? '')}' leads in a circle`);
  }

  #at(reference: string): unknown {
    if (!reference.startsWith('#/')) {
      throw new Unusable(
        `its $ref '${printable(reference)}' leads out of this file; put everything into one file first`,
      );
    }
    const steps = reference
      .slice(2)
      .split('/')
      .map((step) => unescaped(step, reference));
    let value: unknown = this.root;
    for (const step of steps) {
      const exists = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
      if (!exists) throw new Unusable(`its $ref '${printable(reference)}' leads nowhere`);
      value = Reflect.get(value as object, step);
    }
    return value;
  }
}

/** The limit of references in a chain. It is longer than any real chain. */
const hopsMax = 50;

function unescaped(step: string, reference: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    throw new Unusable(`its $ref '${printable(reference)}' is not percent-encoded`);
  }
}

/**
 * Makes a value that fits a schema, with openapi-sampler. The library has 2.7 MB with its dependencies,
 * because good samples are much work (allOf, oneOf, formats, examples at every depth, circles). It neither
 * runs code nor reads files.
 */
export function sampleOf(schema: unknown, references: References, name = 'the body'): unknown {
  const value = rawSampleOf(schema, references);
  for (const misfit of new Set(misfits(schema, value, name, references))) references.notes.add(misfit);
  return value;
}

/**
 * Notes about the texts of a sample that do not match the pattern of their schema. The library ignores
 * patterns.
 */
function* misfits(
  schema: unknown,
  value: unknown,
  name: string,
  references: References,
  seen = new Set<unknown>(),
): Generator<string> {
  if (seen.has(schema)) return;
  // A schema may contain itself, so each schema is visited once.
  seen.add(schema);
  const { pattern, properties, items, allOf, anyOf, oneOf } = references.resolve(schema);
  // openapi-sampler makes the sample from the first alternative.
  for (const part of [allOf, listOf(anyOf).slice(0, 1), listOf(oneOf).slice(0, 1)].flatMap(listOf))
    yield* misfits(part, value, name, references, seen);
  if (typeof value === 'string' && typeof pattern === 'string' && !matches(value, pattern))
    yield `'${printable(value)}' does not match the pattern of ${printable(name)}`;
  for (const item of listOf(value)) yield* misfits(items, item, name, references);
  for (const [key, member] of Object.entries(fieldsOf(value)))
    yield* misfits(fieldsOf(properties)[key], member, key, references);
}

/**
 * Whether a text matches a pattern. False for a long text, and for a pattern that RE2 does not support. Other
 * engines could take hours for a pattern of a stranger, even for a short text.
 */
function matches(text: string, pattern: string): boolean {
  try {
    return (
      text.length <= testedLengthMax && RE2JS.compile(RE2JS.translateRegExp(pattern)).matcher(text).find()
    );
  } catch {
    return false;
  }
}

/** The longest text that is tested against a pattern. The samples of the library are short. */
const testedLengthMax = 16;

/** The most values of a sample. With a large `minItems`, the library would not end. */
const valuesMax = 10_000;

/**
 * The depth of a sample, as an object that counts how often it is compared. openapi-sampler compares the
 * depth for every value, and offers no other way to count values.
 */
function countingDepth(): number {
  let values = 0;
  const depth = {
    valueOf() {
      values += 1;
      if (values > valuesMax) throw new Error(`the sample would have more than ${valuesMax} values`);
      return 6;
    },
  };
  return depth as unknown as number;
}

function rawSampleOf(schema: unknown, { root, notes }: References): unknown {
  // openapi-sampler reports its notes only by `console.warn`.
  const { warn } = console;
  console.warn = (note: unknown) => notes.add(printable(String(note)));
  try {
    return sample(
      schema as object,
      { quiet: true, skipReadOnly: true, maxSampleDepth: countingDepth() },
      root,
    );
  } catch (cause) {
    throw new Unusable(
      `no sample can be made from its schema: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  } finally {
    console.warn = warn;
  }
}
