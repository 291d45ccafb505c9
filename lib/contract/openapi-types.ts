/** The parts of an OpenAPI 3.1 document that Downpour uses: https://spec.openapis.org/oas/v3.1.0. */
export type ApiDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Named<Named<Operation>>;
  readonly components: {
    readonly parameters: Named<Parameter>;
    readonly responses: Named<Answer>;
    readonly schemas: Named<Schema>;
  };
};

export type Named<Value> = { readonly [name: string]: Value };

export type Operation = {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Named<unknown>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Named<Answer>;
};

export type Parameter = {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Named<{ readonly value: unknown }>;
};

export type Content = Named<{ readonly schema: Schema; readonly example?: unknown }>;
export type Answer = { readonly $ref?: string; readonly description?: string; readonly content?: Content };

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Named<Schema>;
  readonly default?: unknown;
};

/** Returns the shared entry that a reference names. Any other entry is returned unchanged. */
export function resolved<Entry extends { readonly $ref?: string }>(entry: Entry, among: Named<Entry>): Entry {
  return entry.$ref === undefined ? entry : (among[nameIn(entry.$ref)] ?? entry);
}

/** The name in a reference such as `#/components/schemas/Run`. */
export const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The only values that a schema accepts. Undefined when it does not list them. */
export const wordsOf = ({ enum: words, const: word }: Schema): readonly unknown[] | undefined =>
  word === undefined ? words : [word];

/** The members of a record, and the records whose members it also has. */
export function membersOf(schema: Schema) {
  const parts = [schema, ...(schema.allOf ?? [])];
  return {
    whole: parts.filter(({ $ref }) => $ref !== undefined),
    own: parts.flatMap(({ properties, required }) =>
      Object.entries(properties ?? {}).map(
        ([name, type]) => ({ name, type, isRequired: required?.includes(name) ?? false }) as const,
      ),
    ),
  };
}
