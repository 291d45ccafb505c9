import type { Path } from '../../document/problem.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { Scope } from '../scope.ts';
import {
  type BodyOf,
  type Field,
  type Fields,
  isGroup,
  isRequired,
  listed,
  type Mapping,
  type PlaceOf,
  type Schema,
  type Schemas,
} from './field.ts';
import { own } from './scalars.ts';

/** A form of a body that is no mapping. */
export type Short = {
  /** Completes `Short form: ...` in the docs: `the variable.` Absent: the title is enough. */
  readonly words?: string;
  /** Several forms: `Short forms: ...`. */
  readonly several?: true;
  /** The values that are valid, to follow `must be` in messages. */
  readonly title?: string;
  /** An example of the form, for editors. */
  readonly example?: unknown;
} & (
  | { /** A value that is no mapping is this member. */ readonly member: string }
  | { /** A list is this member. */ readonly list: string }
  | {
      /** The members in a text. Undefined: the text has another form. */
      readonly read: (text: string) => Mapping | undefined;
      /** A number is such a text as well. */
      readonly numbers?: true;
    }
);

/** How a document writes the body of a kind. */
export type Shape<F extends Fields = Fields> = {
  readonly name: string;
  readonly fields: F;
  readonly short?: Short;
  /** Completes `NAME needs ...`. Absent: the required members. */
  readonly needs?: string;
  /** An example that helps when the body is not valid: `set: name <- value`. */
  readonly write?: string;
};

/** Undefined after a report. */
export function parseBody<F extends Fields>(
  shape: Shape<F>,
  raw: unknown,
  at: Path,
  scope: Scope,
): BodyOf<F> | undefined {
  const short = shortBody(shape.short, raw);
  const placeOf: PlaceOf = short === undefined ? (key) => [...at, key] : () => at;
  return parseMembers(shape, short ?? bodyOf(raw) ?? {}, at, placeOf, scope);
}

/** The members of a short form. Undefined: the body is a mapping. */
function shortBody(short: Short | undefined, raw: unknown): Mapping | undefined {
  if (short === undefined) return undefined;
  if ('read' in short) return typeof raw === 'string' ? (short.read(raw) ?? {}) : undefined;
  if ('list' in short) return Array.isArray(raw) ? { [short.list]: raw } : undefined;
  return textOf(raw) === undefined ? undefined : { [short.member]: raw };
}

function parseMembers<F extends Fields>(
  shape: Shape<F>,
  given: Mapping,
  at: Path,
  placeOf: PlaceOf,
  scope: Scope,
): BodyOf<F> | undefined {
  const { findings } = scope;
  const body: Record<string, unknown> = {};
  let isComplete = true;
  let isValid = true;
  for (const [key, member] of Object.entries(shape.fields)) {
    const known = findings.list.length;
    let value: unknown;
    if (isGroup(member)) {
      if (member.isGiven(given)) value = member.parse(given, at, scope, placeOf);
      else if (member.always) isComplete = false;
      else continue;
    } else {
      const raw = given[key] === undefined ? member.fallback : given[key];
      if (raw !== undefined) value = member.parse(raw, placeOf(key), scope);
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
  const keys = Object.keys(fields).filter((key) => isRequired(fields[key] as Fields[string]));
  const groups = Object.values(fields).flatMap((member) => (isGroup(member) ? (member.needs ?? []) : []));
  return listed([...keys, ...groups]);
}

const hintOf = ({ write }: Shape): string | undefined =>
  write === undefined ? undefined : `write '${write}'`;

/** A member that is a mapping of its own. */
export const mapping = <F extends Fields>(
  description: string,
  fields: F,
  example?: unknown,
): Field<BodyOf<F>, false> => ({
  schema: { ...own(description, example), type: 'object', ...mappingSchema(fields) },
  always: false,
  parse: (raw, at, scope) => parseBody({ name: String(at.at(-1)), fields }, raw, at, scope),
});

/** The keywords of a schema for a mapping with these members. */
export function mappingSchema(fields: Fields): Schema {
  const required = Object.keys(fields).filter((key) => isRequired(fields[key] as Fields[string]));
  const properties = membersOf(fields);
  return {
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

/** The members of a body by their names in a document. */
export const membersOf = (fields: Fields): Schemas =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, member]) =>
      isGroup(member) ? Object.entries(member.members) : [[name, member.schema] as const],
    ),
  );
