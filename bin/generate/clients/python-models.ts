import { records, type Schema } from './path-tree.ts';
import { comment, docstring, isKeyword, laid, pascal, quoted } from './python-layout.ts';

/** A choice of texts gets its own type name when it is wider than this number of characters. */
const choiceWidthMax = 60;

/** The Python types of the contract's named schemas and of the objects inside them. */
export class Models {
  readonly #records = records();
  readonly #aliases: string[] = [];
  readonly #classes: string[] = [];
  readonly #schemas = new Map<string, unknown>();

  constructor() {
    for (const [name, schema] of Object.entries(this.#records)) this.#add(name, this.#flattened(schema));
  }

  has = (name: string): boolean => this.#schemas.has(name);

  /**
   * The type of a schema. An object inside of a named schema becomes a model with the name `hint`.
   * @throws Error when another schema has this name.
   */
  typeOf(schema: Schema, hint: string): string {
    const { $ref, type, items, properties, additionalProperties } = schema;
    if (typeof $ref === 'string') return nameOf($ref);
    const either = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(either)) return union(either.map((one, at) => this.typeOf(one, hint + (at || ''))));
    if (Array.isArray(schema.enum)) return this.#choiceOf(schema, hint);
    if (Array.isArray(type)) return union(type.map((one) => this.typeOf({ ...schema, type: one }, hint)));
    if (type === 'array') return `list[${this.typeOf((items ?? {}) as Schema, `${hint}Item`)}]`;
    if (type === 'integer') return 'int';
    if (type === 'number') return 'float';
    if (type === 'string') return 'str';
    if (type === 'boolean') return 'bool';
    if (type === 'null') return 'None';
    if (type !== 'object') return 'Any';
    if (properties === undefined)
      return `dict[str, ${this.typeOf(Object(additionalProperties), `${hint}Value`)}]`;
    if (this.#schemas.get(hint) !== properties) this.#add(hint, schema);
    return hint;
  }

  /** The Python type of a choice of texts. A long choice gets a name, so that lines are short. */
  #choiceOf(schema: Schema, hint: string): string {
    const values = schema.enum as readonly unknown[];
    const known = values.filter((value) => value !== null);
    const none = values.includes(null) ? ['None'] : [];
    const text = `Literal[${known.map(literal).join(', ')}]`;
    if (text.length <= choiceWidthMax) return union([text, ...none]);
    if (this.#schemas.get(hint) !== values) this.#add(hint, { ...schema, type: 'string' });
    return hint;
  }

  /** The text of the Python module with all models. */
  module(): string {
    return `"""The records of the API. An answer may have further members: keep what you do not know."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias
elif sys.version_info >= (3, 11):
    from typing import NotRequired

${this.#aliases.join('\n')}

${this.#classes.join('\n\n')}`;
  }

  #add(name: string, schema: Schema): void {
    if (this.#schemas.has(name)) throw new Error(`there are two models '${name}'`);
    this.#schemas.set(name, schema.properties ?? schema.enum);
    const doc = docstring('', this.wordsOf(schema));
    if (schema.properties === undefined) {
      const values = schema.enum as readonly unknown[] | undefined;
      const items = values && { open: `${name} = Literal[`, items: values.map(literal), close: ']' };
      this.#aliases.push(laid('', items ?? aliasOf(name, this.typeOf(schema, name))) + doc);
      return;
    }
    const members = this.#membersOf(name, schema);
    const parts = members.map(({ member, type, doc }) => `    ${member}: ${type}\n${docstring('    ', doc)}`);
    const words = docstring('    ', this.wordsOf(schema));
    this.#classes.push(
      members.some(({ member }) => isKeyword(member))
        ? quotedRecord(name, members) + doc
        : `class ${name}(TypedDict):\n${words}${words && '\n'}${parts.join('')}`,
    );
  }

  #membersOf(name: string, { required, properties }: Schema): readonly Member[] {
    return Object.entries(properties as { readonly [member: string]: Schema }).map(([member, schema]) => {
      const type = this.typeOf(schema, name + pascal(member));
      const isNeeded = ((required ?? []) as readonly string[]).includes(member);
      return { member, type: isNeeded ? type : `NotRequired[${type}]`, doc: this.wordsOf(schema) };
    });
  }

  /** Joins a schema that consists of several schemas into one. */
  #flattened(schema: Schema): Schema {
    const { $ref, allOf, ...own } = schema;
    if (typeof $ref === 'string') return this.#flattened(this.#records[nameOf($ref)] ?? {});
    if (!Array.isArray(allOf)) return schema;
    const parts = [...allOf.map((part) => this.#flattened(part)), own];
    const required = parts.flatMap((part) => part.required ?? []);
    return { ...own, required, properties: Object.assign({}, ...parts.map(({ properties }) => properties)) };
  }

  /** The description of a schema, or of the named schema to which it refers. */
  wordsOf = ({ description, $ref }: Schema): string => {
    const record = typeof $ref === 'string' ? this.#records[nameOf($ref)] : undefined;
    const text = description ?? record?.description;
    return typeof text === 'string' ? flat(text) : '';
  };
}

type Member = { readonly member: string; readonly type: string; readonly doc: string };

/** A TypedDict in the functional form. Python needs it when a member's name is a keyword. */
function quotedRecord(name: string, members: readonly Member[]): string {
  const lines = members.map(
    ({ member, type, doc }) => `${comment('        ', doc)}        ${quoted(member)}: ${quoted(type)},\n`,
  );
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
}

/** An alias of a type. Python 3.9 cannot evaluate a union of types, so it is a string. */
const aliasOf = (name: string, type: string): string =>
  type.includes(' | ') ? `${name}: TypeAlias = ${quoted(type)}` : `${name} = ${type}`;

/** A text without line breaks. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The Python type of a union, with None as the last type. */
export function union(types: readonly string[]): string {
  const all = [...new Set(types)].filter((type) => type !== 'None' && !type.endsWith(' | None'));
  const open = types
    .filter((type) => type.endsWith(' | None'))
    .map((type) => type.slice(0, -' | None'.length));
  const isOpen = open.length > 0 || types.includes('None');
  return [...new Set([...all, ...open]), ...(isOpen ? ['None'] : [])].join(' | ');
}

const literal = (value: unknown): string => (value === null ? 'None' : JSON.stringify(value));
