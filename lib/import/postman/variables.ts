import { type Draft, notSet } from '../draft/draft.ts';
import { percentEncoded } from '../draft/percent.ts';
import { changeLiterals, withoutPlaceholders } from '../draft/placeholders.ts';
import { printable } from '../draft/request.ts';
import { isSecret } from '../draft/secrets.ts';
import { type Fields, fieldsOf, listOf, scalarText } from '../json.ts';

/** The error for a request that a document cannot express. The message has the reason. */
export class NotExpressible extends Error {}

/** The variables of a collection, which its texts read as `{{name}}`. */
export class PostmanVariables {
  readonly #draft: Draft;
  readonly #values = new Map<string, string>();
  readonly #secret = new Set<string>();
  /** The names of variables without a value, about which a warning exists. */
  readonly #warned = new Set<string>();

  constructor(collection: Fields, draft: Draft) {
    this.#draft = draft;
    for (const variable of listOf(collection.variable).map(fieldsOf)) {
      const name = scalarText(variable.key) ?? scalarText(variable.id);
      if (name === undefined || variable.disabled === true) continue;
      this.#values.set(name, withoutPlaceholders(scalarText(variable.value) ?? ''));
      if (variable.type === 'secret') this.#secret.add(name);
    }
  }

  /** Replaces the variables in a text that have a value by their values. Hosts need this. */
  filled(text: string): string {
    let filled = text;
    let added = 0;
    for (let turn = 0; turn < turnsMax; turn += 1) {
      const before = filled;
      filled = filled.replace(reference, (whole, name: string) => {
        const value = this.#values.get(name.trim()) || whole;
        added += value.length;
        if (added > addedCharsMax)
          throw new NotExpressible(
            `its variable {{${printable(name.trim())}}} has more than ${addedCharsMax} characters with the variables in it`,
          );
        return value;
      });
      if (filled === before) return filled;
    }
    return text;
  }

  /**
   * Converts the variables in a text to placeholders of the draft. In a query or form, their values are
   * encoded.
   */
  reads(text: string, format?: 'urlencode'): string {
    const read = text.replace(reference, (_whole, name: string) => this.#read(name.trim()));
    return format === undefined ? read : read.replaceAll('\uFDD0', '\uFDD0urlencode:');
  }

  /** Percent-encodes the literal parts of a text. Variables are encoded when they are read. */
  encoded(text: string): string {
    return changeLiterals(this.reads(text, 'urlencode'), percentEncoded);
  }

  #read(name: string): string {
    const generator = generators.get(name);
    if (generator !== undefined) return this.#draft.random(...generator);
    if (name.startsWith('$')) {
      const others = [...generators.keys()].map((each) => `{{${each}}}`).join(', ');
      throw new NotExpressible(
        `the dynamic variable {{${printable(name)}}} is not supported; use a variable of the collection, or one of ${others}`,
      );
    }
    const value = this.filled(this.#values.get(name) ?? '');
    if (this.#secret.has(name) || isSecret(name, value)) {
      return this.#draft.secret(name, name, `variable '${printable(name)}'`);
    }
    if (value === '') this.#warn(name);
    return this.#draft.parameter(name, value === '' ? notSet : value);
  }

  #warn(name: string): void {
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    this.#draft.warnings.push(
      `variable '${printable(name)}' has no value in the collection; it is '${notSet}' until you give it with -P`,
    );
  }
}

/** The dynamic variables of Postman for which a document has a generator, with a name for its variable. */
const generators: ReadonlyMap<string, Parameters<Draft['random']>> = new Map([
  ['$guid', ['uuid', { kind: 'uuid' }]],
  ['$randomUUID', ['uuid', { kind: 'uuid' }]],
  ['$randomInt', ['randomInt', { kind: 'integer', min: 0, max: 1000 }]],
  ['$randomBoolean', ['randomBoolean', { kind: 'item', list: ['true', 'false'] }]],
  ['$timestamp', ['timestamp', { kind: 'time', format: 'seconds' }]],
  ['$isoTimestamp', ['isoTimestamp', { kind: 'time', format: { pattern: "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'" } }]],
]);

/** A variable in a text. Its name may have spaces around it. */
export const reference = /\{\{([^{}]+)\}\}/g;

/**
 * The most passes of replacement over a text. The value of a variable may contain variables, so one pass is
 * not enough.
 */
const turnsMax = 10;

/**
 * The most characters that replacements may add to a text. Values that contain each other would fill the
 * memory.
 */
const addedCharsMax = 10_000_000;
