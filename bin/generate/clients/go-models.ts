import { comment, constants, exported } from './go-layout.ts';
import { type Call, records, type Schema } from './path-tree.ts';

/**
 * The Go types of the contract's named schemas and of the objects inside operations, as declarations of one
 * file.
 */
export type Models = {
  /** The Go type of a schema. `name` is the name for an object that has none. */
  readonly typeOf: (schema: Schema, name: string) => string;
  /**
   * The Go type of a member that may be absent or null: a pointer where the type has no other empty value.
   */
  readonly optional: (schema: Schema, name: string) => string;
  /** The Go type of an answer that has one of several named schemas. It has the members of all of them. */
  readonly either: (name: string, records: readonly string[]) => string;
  /** Returns the Go declarations of all types that were requested so far. */
  readonly text: () => string;
};

/**
 * Collects the Go types of all named schemas.
 * @param calls are all operations. Types of answers take every form, and types of requests the first one.
 */
export function goModels(calls: readonly Call[]): Models {
  const all = records();
  const answered = reachable(
    all,
    calls.flatMap(({ answers }) => answers),
  );
  const declared = new Map<string, string>();

  const record = (name: string): Schema => {
    const found = all[name];
    if (found === undefined) throw new Error(`the contract has no record '${name}'`);
    return found;
  };

  function typeOf(schema: Schema, name: string): string {
    const { $ref, type, items, properties, additionalProperties: others } = schema;
    if (typeof $ref === 'string') return nameIn($ref);
    const choices = (schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined;
    if (choices !== undefined) return choiceOf(choices, name);
    const kinds = [type ?? []].flat().filter((kind) => kind !== 'null');
    if (kinds.length !== 1) return anything;
    if (kinds[0] === 'array') return `[]${element((items ?? {}) as Schema, `${name}Item`)}`;
    if (kinds[0] !== 'object') return scalars[String(kinds[0])] ?? anything;
    if (properties !== undefined) {
      declare(name, schema);
      return name;
    }
    return isSchema(others) ? `map[string]${element(others, `${name}Value`)}` : anything;
  }

  function choiceOf(choices: readonly Schema[], name: string): string {
    const [first = {}, ...further] = choices.filter(({ type }) => type !== 'null');
    return further.length === 0 || !answered.has(name) ? typeOf(first, name) : anything;
  }

  /** The Go type of the elements of a list: a pointer for elements that may be null. */
  const element = (schema: Schema, name: string): string =>
    isNullable(schema) ? optional(schema, name) : typeOf(schema, name);

  const optional = (schema: Schema, name: string): string => {
    const type = typeOf(schema, name);
    return type === anything || /^(\[\]|map\[)/.test(type) || isList(type) ? type : `*${type}`;
  };

  const isList = (type: string): boolean => {
    const schema = all[type];
    return schema !== undefined && /^(\[\]|map\[|json\.)/.test(underlying(schema, type));
  };

  const underlying = (schema: Schema, name: string): string =>
    schema.properties === undefined && schema.allOf === undefined && schema.enum === undefined
      ? typeOf(schema, name)
      : 'struct';

  function declare(name: string, schema: Schema): void {
    if (declared.has(name)) return;
    declared.set(name, '');
    const doc = comment('', `${name}: ${schema.description ?? 'a part of a record.'}`);
    declared.set(name, doc + declaration(name, schema));
  }

  function declaration(name: string, schema: Schema): string {
    if (Array.isArray(schema.enum))
      return `type ${name} string\n\n${comment('', `The values of ${name}.`)}${constants(name, schema.enum)}`;
    if (schema.allOf === undefined && schema.properties === undefined)
      return `type ${name} = ${typeOf(schema, name)}\n`;
    const parts = (schema.allOf ?? [schema]) as readonly Schema[];
    const fields = parts.flatMap((part) =>
      typeof part.$ref === 'string' ? [`\t${nameIn(part.$ref)}\n`] : fieldsOf(name, part),
    );
    return `type ${name} struct {\n${fields.join('\n')}}\n`;
  }

  function fieldsOf(name: string, { properties = {}, required = [] }: Schema): readonly string[] {
    const names = Object.keys(properties as Schema).map((member) => exported(member));
    if (new Set(names).size < names.length)
      throw new Error(`${name} has two members that would have the same name in Go`);
    return Object.entries(properties as Schema).map(([member, value]) => {
      const schema = value as Schema;
      const isThere = (required as readonly string[]).includes(member);
      const own = exported(name, member);
      const type = isThere && !isNullable(schema) ? typeOf(schema, own) : optional(schema, own);
      const tag = `\`json:"${member}${isThere ? '' : ',omitzero'}"\``;
      return `${comment('\t', describe(schema))}\t${exported(member)} ${type} ${tag}\n`;
    });
  }

  const describe = (schema: Schema): string => {
    const text = String(schema.description ?? record(nameIn(String(schema.$ref))).description ?? '');
    return Array.isArray(schema.enum) ? `${text} ${wordsOf(schema.enum)}` : text;
  };

  /** True for a member that may be null, including a member whose schema in `$ref` may be null. */
  const isNullable = ({ $ref, type, oneOf, anyOf }: Schema): boolean => {
    if (typeof $ref === 'string') return isNullable(record(nameIn($ref)));
    const choices = (oneOf ?? anyOf ?? []) as readonly Schema[];
    return [type].flat().includes('null') || choices.some((choice) => choice.type === 'null');
  };

  const either = (name: string, types: readonly string[]): string => {
    const members = types.flatMap((type) => Object.keys((record(type).properties ?? {}) as Schema));
    if (new Set(members).size < members.length)
      throw new Error(
        `these types have a member with the same name, so they cannot be one Go type: ${types}`,
      );
    declare(name, {
      description: `Either ${types.join(' or ')}. The members of the other type are empty.`,
      allOf: types.map((type) => ({ $ref: type })),
    });
    return name;
  };

  for (const [name, schema] of Object.entries(all)) declare(name, schema);
  return { typeOf, optional, either, text: () => [...declared.values()].join('\n') };
}

/** The possible values of a text, as a sentence. */
export const wordsOf = (words: readonly unknown[]): string =>
  `One of ${words
    .filter((word) => word !== null)
    .map((word) => `\`${word}\``)
    .join(', ')}.`;

const anything = 'json.RawMessage';
const scalars: Readonly<Record<string, string>> = {
  integer: 'int64',
  number: 'float64',
  string: 'string',
  boolean: 'bool',
};

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The names of all named schemas that some schemas refer to, directly or indirectly. */
function reachable(all: { readonly [name: string]: Schema }, from: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (!isSchema(node)) return;
    const name = typeof node.$ref === 'string' ? nameIn(node.$ref) : undefined;
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      walk(all[name]);
    }
    for (const value of Object.values(node)) walk(value);
  };
  walk(from);
  return found;
}
