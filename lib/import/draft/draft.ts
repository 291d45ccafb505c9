import { grouped } from '../../words.ts';
import { Refusal } from '../refusal.ts';
import { asNamed, type FindFile } from './find-file.ts';
import { parameterName, UniqueNames, variableName } from './names.ts';
import { placeholder, variablesOf } from './placeholders.ts';

/** The source of a variable's value. */
export type Variable =
  /** A parameter, whose value comes from the command line or else from `fallback`. */
  | { readonly kind: 'parameter'; readonly parameter: string; readonly fallback: string }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'item'; readonly list: readonly string[] }
  | { readonly kind: 'uuid' }
  /** The current time, in seconds since 1970 or in a date format with the letters of Java. */
  | { readonly kind: 'time'; readonly format: 'seconds' | { readonly pattern: string } };

/** A target of the document, an entry of its list `http`. */
export type Target = { readonly origin: string; readonly endpoint: string; readonly parameter: string };

/** A request of the document. Its texts may contain placeholders. */
export type DraftRequest = {
  readonly target: Target;
  readonly method: string;
  /** The path and query of the request. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** The file with the body, as a path relative to the document. */
  readonly bodyFile?: string;
  readonly metric: string;
  readonly timeoutMs?: number;
  readonly followsRedirects?: true;
  /** The status in the source, if it does not mean success. */
  readonly status?: number;
  readonly comment?: string;
};

export type DraftStep = { readonly thinkMs: number } | { readonly request: DraftRequest };

export type DraftSequence = { readonly name: string; readonly comment?: string; readonly steps: DraftStep[] };

/**
 * Matches the parts of a text that may be tokens. Texts shorter than 16 characters would often match by
 * chance.
 */
const tokens = /[\w.~+/-]{16,}={0,2}/g;

/**
 * The most requests and variables of a draft. Each takes more than 70 characters of a document, so a document
 * with more of them is longer than a document may be.
 */
export const partsMax = 15_000;

/** The value that a document has for a secret, until the user sets the secret with `-P`. */
export const notSet = 'not-set';

/**
 * A benchmark during an import: sequences, targets, variables, and warnings about parts that were left out.
 */
export class Draft {
  readonly sequences: DraftSequence[] = [];
  /** A sentence for each part that was left out, with the reason. */
  readonly warnings: string[] = [];
  readonly variables = new Map<string, Variable>();
  /** Parameters for secrets, with the places of these secrets in the source. */
  readonly secrets = new Map<string, string[]>();
  readonly #targets = new Map<string, Target>();
  readonly #sequenceNames = new UniqueNames();
  readonly #metricNames = new UniqueNames();
  readonly #variableNames = new UniqueNames('host', 'rate');
  readonly #endpointNames = new UniqueNames();
  readonly #parameterNames = new UniqueNames('HOST', 'RATE');
  readonly #known = new Map<string, string>();
  /**
   * Words of recorded responses that may be tokens. The value is the request whose response was the first
   * with this word.
   */
  readonly #received = new Map<string, string>();
  readonly findFile: FindFile;
  #parts = 0;

  constructor(findFile: FindFile = asNamed) {
    this.findFile = findFile;
  }

  get targets(): readonly Target[] {
    return [...this.#targets.values()];
  }

  get requests(): readonly DraftRequest[] {
    return this.sequences.flatMap(({ steps }) =>
      steps.flatMap((step) => ('request' in step ? [step.request] : [])),
    );
  }

  /**
   * Finds or adds the target for an origin, `scheme://host[:port]`. The user can replace the first one with
   * `-P HOST`.
   */
  target(origin: string): Target {
    const known = this.#targets.get(origin);
    if (known !== undefined) return known;
    const endpoint = this.#endpointNames.take(
      origin.replace(/^https?:\/\//, ''),
      (count) => `${origin} ${count}`,
    );
    const parameter =
      this.#targets.size === 0
        ? 'HOST'
        : this.#parameterNames.take(`HOST_${endpoint.replace(/\W+/g, '_').toUpperCase()}`);
    const target = { origin, endpoint, parameter };
    this.#targets.set(origin, target);
    return target;
  }

  sequence(name: string, comment?: string): DraftSequence {
    const sequence = {
      name: this.#sequenceNames.take(name === '' ? 'sequence' : name),
      ...(comment === undefined ? {} : { comment }),
      steps: [],
    };
    this.sequences.push(sequence);
    return sequence;
  }

  /** Removes sequences that have no request. */
  dropEmpty(): void {
    const nonEmpty = this.sequences.filter(({ steps }) => steps.some((step) => 'request' in step));
    this.sequences.splice(0, this.sequences.length, ...nonEmpty);
  }

  /** Removes variables that no request reads, because `-P` rejects an unused parameter. */
  dropUnread(): void {
    const texts = this.requests.flatMap(({ path, headers, body = '' }) => [
      path,
      body,
      ...headers.map(([, value]) => value),
    ]);
    const read = new Set(texts.flatMap(variablesOf));
    for (const [name, variable] of this.variables) {
      if (read.has(name)) continue;
      this.variables.delete(name);
      if (variable.kind === 'parameter') this.secrets.delete(variable.parameter);
    }
  }

  /** Returns the name of a request in reports. Call it once for each request. */
  metric(name: string): string {
    this.#countPart();
    return this.#metricNames.take(name, (count) => `${name} (${count})`);
  }

  /**
   * Returns a placeholder for a parameter with this default value. The same name and value give the same
   * parameter.
   */
  parameter(suggestion: string, fallback: string): string {
    return this.#variable(suggestion, JSON.stringify([suggestion, fallback]), (parameter) => ({
      kind: 'parameter',
      parameter,
      fallback,
    }));
  }

  /** Adds the response of an imported request, in which later requests may have found their secrets. */
  receive(item: string, response: string): void {
    for (const [word] of response.matchAll(tokens))
      if (!this.#received.has(word)) this.#received.set(word, item);
  }

  /** Returns a placeholder for a secret. `value` only distinguishes secrets, and is not stored. */
  secret(suggestion: string, value: string, found: string): string {
    const read = this.#variable(suggestion, JSON.stringify([suggestion, 'secret', value]), (parameter) => {
      this.#warnOfReceived(value, parameter, found);
      return { kind: 'parameter', parameter, fallback: notSet };
    });
    const variable = this.variables.get(variablesOf(read)[0] ?? '');
    if (variable?.kind === 'parameter') {
      const uses = this.secrets.get(variable.parameter) ?? [];
      if (!uses.includes(found)) uses.push(found);
      this.secrets.set(variable.parameter, uses);
    }
    return read;
  }

  #warnOfReceived(value: string, parameter: string, found: string): void {
    const items = [...value.matchAll(tokens)].map(([word]) => this.#received.get(word));
    const item = items.find((each) => each !== undefined);
    if (item === undefined) return;
    this.warnings.push(
      `the response to ${item} contained the secret ${parameter} (${found}), and the document sends one value for all users; to send each user its own, read it from that response with a handler, as the recipes for tokens do`,
    );
  }

  random(suggestion: string, variable: Exclude<Variable, { readonly kind: 'parameter' }>): string {
    return this.#variable(suggestion, JSON.stringify([suggestion, variable]), () => variable);
  }

  #variable(suggestion: string, key: string, make: (parameter: string) => Variable): string {
    const known = this.#known.get(key);
    if (known !== undefined) return placeholder(known);
    this.#countPart();
    const name = this.#variableNames.take(variableName(suggestion));
    this.variables.set(
      name,
      make(this.#parameterNames.take(parameterName(name), (count) => `${parameterName(name)}_${count}`)),
    );
    this.#known.set(key, name);
    return placeholder(name);
  }

  /** @throws Refusal when no document can have so many parts. */
  #countPart(): void {
    this.#parts += 1;
    if (this.#parts > partsMax)
      throw new Refusal(
        `it has more than ${grouped(partsMax)} requests and variables, and no document can have so many; import fewer requests`,
      );
  }
}
