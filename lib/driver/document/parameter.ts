import { hintAt } from './nearest.ts';
import type { Place } from './problem.ts';

/** Values that a user gives to the benchmark, by name (`-P name=value`). */
export type Parameters = Readonly<Record<string, string>>;

/** The text after a `!param` tag (name and default), and its place in the document. */
export type ParameterUse = { readonly text: string; readonly place: Place };

/**
 * A parameter that a document uses. `default` is the first default that the document gives, if there is one.
 */
export type DeclaredParameter = { readonly name: string; readonly default?: string };

/** The current item of a `!foreach`. In each copy, it replaces the parameter to which it is bound. */
export type Binding = { item: string; isUsed: boolean };

/** The value of a parameter, or the problem. An empty problem was already reported. */
type Resolved = { readonly text: string } | { readonly wrong?: string; readonly hint?: string };

/**
 * Replaces the `!param NAME default` scalars of one document by values. The name ends at the first space, and
 * the rest is the default. If the user gives an empty text, this is a value, and the default does not apply.
 */
export class ParameterTable {
  readonly #given: Parameters;
  readonly #missing = new Set<string>();
  readonly #declared = new Map<string, DeclaredParameter>();
  /** The items that are bound to each parameter name. The innermost one is last. */
  readonly #bindings = new Map<string, Binding[]>();

  constructor(given: Parameters) {
    this.#given = given;
  }

  /** Binds a parameter to an item, which hides any other value of the parameter until `unbind` is called. */
  bind(name: string): Binding {
    const binding = { item: '', isUsed: false };
    this.#bindings.set(name, [...(this.#bindings.get(name) ?? []), binding]);
    return binding;
  }

  unbind(name: string): void {
    this.#bindings.get(name)?.pop();
  }

  /**
   * The text that replaces `!param text`. A parameter without a value is reported only at the first place
   * where it is used.
   */
  resolve(text: string): Resolved {
    const { name, fallback } = split(text);
    if (name === undefined)
      return { wrong: '!param has no name', hint: "write '!param NAME' or '!param NAME default'" };
    const binding = this.#bindings.get(name)?.at(-1);
    if (binding !== undefined) {
      binding.isUsed = true;
      return { text: binding.item };
    }
    if (this.#declared.get(name)?.default === undefined)
      this.#declared.set(name, { name, ...(fallback !== undefined && { default: withoutQuotes(fallback) }) });
    const given = Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
    if (given !== undefined) return { text: given };
    if (fallback !== undefined) return { text: withoutQuotes(fallback) };
    if (this.#missing.has(name)) return {};
    this.#missing.add(name);
    return {
      wrong: `parameter '${name}' has no value and no default`,
      hint: `give the value with -P ${name}=VALUE`,
    };
  }

  /** The parameters that the document has used so far. */
  get declared(): readonly DeclaredParameter[] {
    return [...this.#declared.values()];
  }

  /** The given parameters that the document does not use. They are probably misspelt. */
  unused(texts: readonly string[]): readonly { readonly message: string; readonly hint?: string }[] {
    const used = new Set(texts.flatMap((text) => split(text).name ?? []));
    return Object.keys(this.#given)
      .filter((name) => !used.has(name))
      .map((name) => ({
        message: `parameter '${name}' is given with -P, but no !param in the document uses it`,
        hint: hintAt(name, [...used]),
      }));
  }

  /**
   * Uses of a parameter whose default differs from an earlier default of the same parameter. Both defaults
   * apply, each at its own place, which is probably a mistake. If the user gives the parameter, no use is
   * listed, because no default applies.
   */
  conflicts(
    uses: readonly ParameterUse[],
  ): readonly { readonly message: string; readonly hint: string; readonly place: Place }[] {
    const first = new Map<string, { readonly value: string; readonly line: number }>();
    return uses.flatMap(({ text, place }) => {
      const { name, fallback } = split(text);
      if (name === undefined || fallback === undefined || Object.hasOwn(this.#given, name)) return [];
      const value = withoutQuotes(fallback);
      const earlier = first.get(name) ?? { value, line: place.line };
      first.set(name, earlier);
      if (earlier.value === value) return [];
      return [
        {
          message: `parameter '${name}' has the default '${value}' here and '${earlier.value}' in line ${earlier.line}`,
          hint: `write the same default in both places, or give the value with -P ${name}=VALUE`,
          place,
        },
      ];
    });
  }
}

function split(text: string): { readonly name?: string | undefined; readonly fallback?: string | undefined } {
  const [, name, fallback] = /^\s*(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
  return { name, fallback };
}

const withoutQuotes = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;
