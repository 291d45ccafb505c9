import { hintAt } from './nearest.ts';

/** Values that the user gives the benchmark, by name (`-P name=value`). */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Replaces the `!param NAME default` scalars of one document: the name ends at the first space,
 * everything behind it is the default. A given empty text is a value.
 */
export class ParameterTable {
  readonly #given: Parameters;
  readonly #used = new Set<string>();

  constructor(given: Parameters) {
    this.#given = given;
  }

  /** The text that stands for `!param text`, or what is wrong with it. */
  resolve(text: string): { readonly text: string } | { readonly wrong: string; readonly hint?: string } {
    const [, name, fallback] = /^(\S+)(?: +(.*))?$/s.exec(text.trim()) ?? [];
    if (name === undefined)
      return { wrong: '!param has no name', hint: "write '!param NAME' or '!param NAME default'" };
    this.#used.add(name);
    const given = Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
    if (given !== undefined) return { text: given };
    if (fallback !== undefined) return { text: withoutQuotes(fallback) };
    return {
      wrong: `parameter '${name}' has no value and no default`,
      hint: `give it with -P ${name}=VALUE`,
    };
  }

  /** Given parameters that the document does not use: most likely misspelt. */
  unused(): readonly { readonly message: string; readonly hint?: string }[] {
    const used = [...this.#used];
    return Object.keys(this.#given)
      .filter((name) => !this.#used.has(name))
      .map((name) => ({
        message: `parameter '${name}' is given but no !param uses it`,
        hint: hintAt(name, used),
      }));
  }
}

const withoutQuotes = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;
