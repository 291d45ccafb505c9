import { type Draft, notSet } from '../draft/draft.ts';
import { percentEncoded } from '../draft/percent.ts';
import { printable } from '../draft/request.ts';
import { isSecretField } from '../draft/secrets.ts';
import { type Fields, fieldsOf, listOf, scalarText } from '../json.ts';
import { type References, sampleOf, Unusable } from './references.ts';

/** A parameter of a request. `values` absent: a secret, which only the user knows. */
export type Parameter = {
  readonly location: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  /** The notation of several values. Absent: the value is unchanged. */
  readonly style?: Style;
  readonly values?: Values;
  /** The form of a secret, such as `Bearer TOKEN`. */
  readonly form?: string;
};

/**
 * The notation of a parameter's values (OpenAPI, "style values"). Objects are supported only in a query, as
 * a parameter for each member.
 */
export type Style = {
  /** The text before the first value. Only a parameter in the path can have one: `;` or `.`. */
  readonly prefix: string;
  /**
   * `each`: the name is before each value. `first`: only before the first value. Absent: there are only
   * values.
   */
  readonly named?: 'each' | 'first';
  /** The text between two values. Absent: the name is repeated, as in `?a=1&a=2`. */
  readonly separator?: string;
};

type Values =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'item'; readonly list: readonly string[] }
  | { readonly kind: 'list'; readonly list: readonly string[] }
  | { readonly kind: 'one'; readonly value: string };

/**
 * The parameters of an operation that are sent: required ones, and those that have a value in the description
 * (example, default, enum, range). A parameter of the operation overrides one of the path.
 */
export function parametersOf(
  ofPath: readonly unknown[],
  ofOperation: readonly unknown[],
  references: References,
): readonly Parameter[] {
  const byName = new Map<string, Fields>();
  for (const raw of [...ofPath, ...ofOperation]) {
    const parameter = references.resolve(raw);
    byName.set(`${scalarText(parameter.in)} ${scalarText(parameter.name)}`, parameter);
  }
  return [...byName.values()].flatMap((parameter) => {
    const sent = sentParameter(parameter, references);
    return sent === undefined ? [] : sent;
  });
}

function sentParameter(
  parameter: Fields,
  references: References,
): Parameter | readonly Parameter[] | undefined {
  const [name, location] = [scalarText(parameter.name) ?? '', scalarText(parameter.in)];
  if (location !== 'path' && location !== 'query' && location !== 'header' && location !== 'cookie')
    return undefined;
  if (location === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return undefined;
  const required = parameter.required === true || location === 'path';
  const style = styleOf(parameter, location);
  const schema = references.resolve(parameter.schema);
  const anyNumber = /^(integer|number)$/.test(scalarText(schema.type) ?? '') ? '0' : '';
  if (isSecretField(name, anyNumber)) return required ? { location, name, style } : undefined;
  const media = Object.values(fieldsOf(parameter.content)).map(fieldsOf)[0];
  if (media !== undefined)
    return required ? unusable(name, 'has `content` instead of `schema`, which is not supported') : undefined;
  const values = valuesOf(parameter, schema, references, required);
  return values === undefined || !('kind' in values) ? values : { location, name, style, values };
}

/**
 * The notation of a parameter's values. `explode` is true by default for `form`, and false for all other
 * styles.
 */
function styleOf({ style, explode }: Fields, location: Parameter['location']): Style {
  const isExploded = explode === undefined ? (style ?? 'form') === 'form' : explode === true;
  if (location === 'path' && style === 'matrix')
    return isExploded
      ? { prefix: ';', named: 'each', separator: ';' }
      : { prefix: ';', named: 'first', separator: ',' };
  if (location === 'path' && style === 'label') return { prefix: '.', separator: isExploded ? '.' : ',' };
  if (location === 'path' || location === 'header') return { prefix: '', separator: ',' };
  if (isExploded) return { prefix: '' };
  return { prefix: '', separator: separators.get(scalarText(style) ?? '') ?? ',' };
}

const separators: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '%7C'],
]);

function unusable(name: string, why: string): never {
  throw new Unusable(`its required parameter '${printable(name)}' ${why}`);
}

function valuesOf(
  parameter: Fields,
  schema: Fields,
  references: References,
  required: boolean,
): Values | readonly Parameter[] | undefined {
  const list = listOf(schema.enum).flatMap((value) => scalarText(value) ?? []);
  if (list.length > 1) return { kind: 'item', list };
  const range = rangeOf(schema);
  if (range !== undefined) return range;
  const listed = Object.values(fieldsOf(parameter.examples)).map(
    (example) => references.resolve(example).value,
  );
  const examples = [
    parameter.example,
    ...listed,
    schema.example,
    ...listOf(schema.examples),
    schema.default,
    schema.const,
    list[0],
  ];
  const value =
    examples.find((one) => one !== undefined && one !== null) ??
    (required ? sampleOf(schema, references, scalarText(parameter.name)) : undefined);
  return value === undefined || value === null
    ? undefined
    : (membersOf(value, parameter) ?? written(value, scalarText(parameter.name) ?? '', required));
}

/**
 * The parameters for the members of an object in a query. Undefined when the object is written in a way that
 * is not supported.
 */
function membersOf(
  value: unknown,
  { name, in: location, style = 'form', explode = true }: Fields,
): readonly Parameter[] | undefined {
  const isDeep = style === 'deepObject';
  const members = Object.entries(fieldsOf(value)).map(([key, member]) => [key, scalarText(member)] as const);
  if (location !== 'query' || explode !== true || !(isDeep || style === 'form') || members.length === 0)
    return undefined;
  const parameters = members.flatMap(([key, text]): readonly Parameter[] =>
    text === undefined
      ? []
      : [
          {
            location,
            name: isDeep ? `${scalarText(name)}[${key}]` : key,
            values: { kind: 'one', value: text },
          },
        ],
  );
  return parameters.length === members.length ? parameters : undefined;
}

function written(value: unknown, name: string, required: boolean): Values | undefined {
  const text = scalarText(value);
  if (text !== undefined) return { kind: 'one', value: text };
  const items = listOf(value).map(scalarText);
  if (Array.isArray(value) && items.every((item) => item !== undefined)) return { kind: 'list', list: items };
  return required ? unusable(name, 'has an object as its value, which is not supported') : undefined;
}

const [intMin, intMax] = [-(2 ** 31), 2 ** 31 - 1];

/** The values of a range. It needs both ends, because the limits of the API for a missing end are unknown. */
function rangeOf(schema: Fields): Values | undefined {
  if (![schema.type, ...listOf(schema.type)].includes('integer')) return undefined;
  const [least, most] = [
    bound(schema.minimum, schema.exclusiveMinimum, 1),
    bound(schema.maximum, schema.exclusiveMaximum, -1),
  ];
  if (least === undefined || most === undefined) return undefined;
  const [min, max] = [Math.max(intMin, Math.ceil(least)), Math.min(intMax, Math.floor(most))];
  return min <= max ? { kind: 'integer', min, max } : undefined;
}

/** An end of a range. In OpenAPI 3.1 an exclusive end is a number; in 3.0 it is `true` next to the end. */
function bound(inclusive: unknown, exclusive: unknown, step: number): number | undefined {
  if (typeof exclusive === 'number') return exclusive + step;
  if (typeof inclusive !== 'number') return undefined;
  return exclusive === true ? inclusive + step : inclusive;
}

/**
 * The texts for a parameter: one, or several for a list that repeats its name. Values in a path and lists in
 * a query are encoded already, because the commas between them must not be encoded.
 */
export function valueFor(parameter: Parameter, draft: Draft): readonly string[] {
  const texts = textsFor(parameter, draft);
  const { prefix = '', named, separator } = parameter.style ?? {};
  if (separator === undefined) return texts;
  const withName = (text: string) => (text === '' ? parameter.name : `${parameter.name}=${text}`);
  if (named === 'each') return [prefix + texts.map(withName).join(separator)];
  const joined = texts.join(separator);
  return [prefix + (named === 'first' ? withName(joined) : joined)];
}

function textsFor({ name, location, values, form }: Parameter, draft: Draft): readonly string[] {
  const as = form === undefined ? '' : `, as '${form}'`;
  if (values === undefined)
    return [draft.secret(name, name, `${location} parameter '${printable(name)}'${as}`)];
  const encoded = (text: string) => (location === 'path' ? percentEncoded(text) : text);
  switch (values.kind) {
    case 'integer':
      return [draft.random(name, values)];
    case 'item':
      return [draft.random(name, { kind: 'item', list: values.list.map(encoded) })];
    case 'list':
      return values.list.map(location === 'query' ? percentEncoded : encoded);
    case 'one':
      return [draft.parameter(name, values.value === '' ? notSet : encoded(values.value))];
  }
}
