import type { Path } from '../document/problem.ts';
import {
  type Around,
  type AroundOf,
  type BodyOf,
  type Field,
  type Fields,
  type Group,
  given,
  isGroup,
  listed,
  type Mapping,
  type PlaceOf,
  requiredOf,
} from './field.ts';
import { byType, type Definition, define, own, referTo, type Schema, type Schemas } from './schema.ts';
import { bodyOf, textOf } from './value-readers.ts';

/** A short form of a body: how a document may write a text, a list or another value instead of a mapping. */
export type Short = {
  /**
   * The end of the sentence `Short form: ...` in the docs, such as `the variable.` Absent: the docs have no
   * such sentence.
   */
  readonly words?: string;
  /** Present when there are several short forms. The docs then begin with `Short forms: ...`. */
  readonly several?: true;
  /** The valid values in words, which messages write after `must be`. */
  readonly title?: string;
  /** An example of the short form, for editors. */
  readonly example?: unknown;
} & (
  | { /** A scalar is the value of this member. */ readonly member: string }
  | { /** A list is the value of this member. */ readonly list: string }
  | {
      /** Reads the members of the body from a text. Undefined when the text does not have this form. */
      readonly read: (text: string) => Mapping | undefined;
      /**
       * Present when the schema also accepts a whole number in this form. `parseBody` reads only texts, so
       * the caller converts the number.
       */
      readonly numbers?: true;
    }
);

/** How a document writes a body: its members and its short form. */
export type Shape<F extends Fields = Fields> = {
  readonly name: string;
  readonly fields: F;
  readonly short?: Short;
  /**
   * The end of the message `NAME needs ...` about a body with missing members. Absent: the message lists the
   * required members.
   */
  readonly needs?: string;
  /** An example that the message about missing members shows, such as `set: name <- value`. */
  readonly write?: string;
};

/** Reads a body. Undefined after a problem, which is reported. */
export function parseBody<F extends Fields>(
  shape: Shape<F>,
  raw: unknown,
  at: Path,
  around: AroundOf<F>,
): BodyOf<F> | undefined {
  const short = shortBody(shape.short, raw);
  const placeOf: PlaceOf = short === undefined ? (key) => [...at, key] : () => at;
  return parseMembers(shape, short ?? bodyOf(raw) ?? {}, at, placeOf, around);
}

/**
 * The members that a short form gives. Undefined when the body does not have the short form, for example when
 * it is a mapping.
 */
function shortBody(short: Short | undefined, raw: unknown): Mapping | undefined {
  if (short === undefined) return undefined;
  if ('read' in short) return typeof raw === 'string' ? (short.read(raw) ?? {}) : undefined;
  if ('list' in short) return Array.isArray(raw) ? { [short.list]: raw } : undefined;
  return textOf(raw) === undefined ? undefined : { [short.member]: raw };
}

function parseMembers<F extends Fields>(
  shape: Shape<F>,
  written: Mapping,
  at: Path,
  placeOf: PlaceOf,
  around: AroundOf<F>,
): BodyOf<F> | undefined {
  const { findings } = around;
  const body: Record<string, unknown> = {};
  let isComplete = true;
  let isValid = true;
  for (const [key, member] of Object.entries<Member>(shape.fields)) {
    const known = findings.list.length;
    let value: unknown;
    if (isGroup(member)) {
      if (member.isGiven(written)) value = member.parse(written, at, around as never, placeOf);
      else if (member.always) isComplete = false;
      else continue;
    } else {
      const raw = written[key] === undefined ? member.fallback : written[key];
      if (raw !== undefined) value = member.parse(raw, placeOf(key), around as never);
      else if (!member.always) continue;
    }
    if (value !== undefined) body[key] = value;
    else if (findings.list.length > known) isValid = false;
    else isComplete = false;
  }
  if (!isComplete) findings.error(at, `${shape.name} needs ${needsOf(shape)}`, hintOf(shape));
  return isComplete && isValid ? (body as BodyOf<F>) : undefined;
}

function needsOf({ fields, needs }: Shape): string {
  if (needs !== undefined) return needs;
  const members = Object.values<Member>(fields);
  const groups = members.flatMap((member) => (isGroup(member) ? (member.needs ?? []) : []));
  const own = Object.entries<Member>(fields).filter(([, member]) => !isGroup(member));
  return listed([...requiredOf(Object.fromEntries(own)), ...groups]);
}

const hintOf = ({ write }: Shape): string | undefined =>
  write === undefined ? undefined : `write '${write}'`;

type Member = Field<unknown, boolean, never> | Group<unknown, boolean, never>;

/** A field whose value is a mapping with these fields. */
export const mapping = <F extends Fields>(
  description: string,
  fields: F,
  example?: unknown,
): Field<BodyOf<F>, false, AroundOf<F>> => ({
  schema: { ...own(description, example), type: 'object', ...mappingSchema(fields) },
  always: false,
  parse: bodyParser((at) => ({ name: String(at.at(-1)), fields })),
});

/** Makes the parser of a field whose value is a body. */
export const bodyParser =
  <F extends Fields>(shapeAt: (at: Path) => Shape<F>): Field<BodyOf<F>, false, AroundOf<F>>['parse'] =>
  (raw, at, around) =>
    parseBody(shapeAt(at), raw, at, around);

/**
 * Makes a parser that accepts either a single value, or a mapping with the members of a group. Messages call
 * the single value `expected`.
 */
export const scalarOr =
  <T, A extends Around>(
    expected: string,
    scalar: Field<T, boolean, A>['parse'],
    group: Group<T, true, A>,
  ): Field<T, boolean, A>['parse'] =>
  (raw, at, around) => {
    const plain = scalar(raw, at, around);
    if (plain !== undefined) return plain;
    const body = bodyOf(raw) ?? {};
    if (group.isGiven(body)) return group.parse(body, at, around, (key) => [...at, key]);
    const text = textOf(raw);
    const found = text === undefined ? listed(given(group.members, body)) || 'none' : `'${text}'`;
    around.findings.error(at, `expected ${expected}, or a mapping with ${group.needs}, found ${found}`);
    return undefined;
  };

/** The schema keywords of a mapping with these fields. */
export function mappingSchema(fields: Fields): Schema {
  const required = requiredOf(fields);
  const properties = membersOf(fields);
  return {
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

/** The schemas of the members of a body, by their names in a document. */
const membersOf = (fields: Fields): Schemas =>
  Object.fromEntries(
    Object.entries<Member>(fields).flatMap(([name, member]) =>
      isGroup(member) ? Object.entries(member.members) : [[name, member.schema] as const],
    ),
  );

/**
 * Defines the schema of a body. If the body has a short form, the mapping alone may need a second definition.
 */
export function defineBody(
  name: string,
  summary: string,
  { fields, short }: Pick<Shape, 'fields' | 'short'>,
  example: unknown = short?.example,
): Definition {
  const mapping = mappingSchema(fields);
  const around = {
    ...(short?.title === undefined ? {} : { title: short.title }),
    description: short?.words === undefined ? summary : `${summary} ${shortForm(short)}`,
    ...(example === undefined ? {} : { examples: [example] }),
  };
  const plain = mapping.properties === undefined ? ['object', 'null'] : 'object';
  if (short === undefined) return define(name, { ...around, type: plain, ...mapping });
  if ('list' in short) {
    // If the short form is a list, the definition of one item is named like the list without its last letter:
    // `step` for `steps`.
    const items = referTo(mapping.properties?.[short.list]?.$ref?.replace(/^.*\/|s$/g, '') ?? '');
    return define(name, { ...around, type: ['array', 'object', 'null'], items, ...mapping });
  }
  const value = 'member' in short ? mapping.properties?.[short.member] : undefined;
  if (value?.$ref === undefined) {
    const scalars = value?.type === 'boolean' ? ['boolean', 'string'] : ['string'];
    const type = ['object', ...scalars, ...('numbers' in short ? ['integer'] : [])];
    return define(name, { ...around, type, ...mapping });
  }
  const { description: _, examples: __, default: ___, ...reference } = value;
  const body = define(`${name}Body`, { description: summary, type: 'object', ...mapping });
  return define(name, { ...around, ...byType('object', referTo(body), reference) });
}

function shortForm({ words, several }: Short): string {
  return `Short form${several ? 's' : ''}: ${words}`;
}
