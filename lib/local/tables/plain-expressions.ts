/** The expressions of a write, and the names and values that they use. */
export type Expressions = {
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, object>>;
};

/** Parsed expressions, in the form of dynalite. */
export type Parsed = { readonly _condition?: object; readonly _updates?: object };

/**
 * Parses the expressions of the forms that `lib/store/dynamo-table.ts` writes.
 * @returns undefined for other forms and for mistakes, which dynalite must parse.
 */
export function parsedExpressions(given: Expressions): Parsed | undefined {
  const { ConditionExpression: condition, UpdateExpression: update } = given;
  const used = new References(given);
  const _updates = update === undefined ? undefined : updatesOf(update, used);
  const _condition = condition === undefined ? undefined : conditionOf(condition, used);
  const isKnown = (update === undefined || _updates) && (condition === undefined || _condition);
  if (!isKnown || !used.areComplete) return undefined;
  return { ...(_updates && { _updates }), ...(_condition && { _condition }) };
}

/** The names and values of expressions. It notes which of them are used, because all must be. */
class References {
  readonly #names: Readonly<Record<string, string>>;
  readonly #values: Readonly<Record<string, object>>;
  readonly #expected: number;
  readonly #used = new Set<string>();

  constructor({
    ExpressionAttributeNames: names = none,
    ExpressionAttributeValues: values = none,
  }: Expressions) {
    this.#names = names;
    this.#values = values;
    const [nameCount, valueCount] = [Object.keys(names).length, Object.keys(values).length];
    // Names or values without entries are an error. The request is left to dynalite, which reports the error.
    const isEmpty = (nameCount === 0 && names !== none) || (valueCount === 0 && values !== none);
    this.#expected = isEmpty ? Number.NaN : nameCount + valueCount;
  }

  get areComplete(): boolean {
    return this.#used.size === this.#expected;
  }

  /** The name of an attribute. Undefined for a missing reference. */
  name(reference: string): string | undefined {
    return this.#of(this.#names, reference);
  }

  /** The value of a reference, with its type. Undefined for a missing reference. */
  value(reference: string): { readonly val: object; readonly attrType: string } | undefined {
    const val = this.#of(this.#values, reference);
    return val && { val, attrType: Object.keys(val)[0] ?? '' };
  }

  #of<Value>(all: Readonly<Record<string, Value>>, reference: string): Value | undefined {
    const found = all[reference];
    if (found !== undefined) this.#used.add(reference);
    return found;
  }
}

const none = {};

function conditionOf(text: string, used: References): object | undefined {
  const tests: object[] = [];
  const pathHeads = Object.create(null);
  for (const part of text.split(' AND ')) {
    const [, exists, attribute = '', reference, value = ''] = testForm.exec(part) ?? [];
    const path = attribute === 'pk' ? attribute : used.name(reference ?? attribute);
    const compared = exists === undefined ? used.value(value) : undefined;
    if (path === undefined || (exists === undefined && compared === undefined)) return undefined;
    pathHeads[path] = true;
    tests.push(
      compared === undefined
        ? { type: 'function', name: exists, args: [[path]], attrType: null }
        : { type: '=', args: [[path], compared.val] },
    );
  }
  const expression = tests.reduceRight((rest, test) => ({ type: 'and', args: [test, rest] }));
  return { expression, nestedPaths: Object.create(null), pathHeads };
}

const testForm = /^(?:(attribute_exists|attribute_not_exists)\((pk|#\w+)\)|(#\w+) = (:\w+))$/;

function updatesOf(text: string, used: References): object | undefined {
  const sections: object[] = [];
  const paths: string[] = [];
  const clauses = new Set<string>();
  for (const clause of text.split(/ (?=SET |ADD |REMOVE )/)) {
    const [word = ''] = clause.split(' ', 1);
    const form = changeForms[word];
    if (form === undefined || clauses.has(word)) return undefined;
    clauses.add(word);
    for (const change of clause.slice(word.length + 1).split(', ')) {
      const [, attribute = '', reference] = form.exec(change) ?? [];
      const path = used.name(attribute);
      const value = reference === undefined ? {} : used.value(reference);
      if (path === undefined || value === undefined || paths.includes(path)) return undefined;
      if (word === 'ADD' && (!('attrType' in value) || value.attrType !== 'N')) return undefined;
      paths.push(path);
      sections.push({ type: word.toLowerCase(), path: [path], ...value });
    }
  }
  return { sections, paths: paths.map((path) => [path]), nestedPaths: Object.create(null) };
}

const changeForms: Readonly<Record<string, RegExp>> = {
  SET: /^(#\w+) = (:\w+)$/,
  ADD: /^(#\w+) (:\w+)$/,
  REMOVE: /^(#\w+)$/,
};
