import { type Draft, notSet } from '../draft/draft.ts';
import { shown } from '../draft/request.ts';
import { isSecretName } from '../draft/secrets.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../json.ts';
import { type References, sampleOf, Unusable } from './references.ts';

/** A parameter that is sent. `values` absent: a secret, which only the user knows. */
export type Parameter = {
  readonly place: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly values?: Values;
};

type Values =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'item'; readonly list: readonly string[] }
  | { readonly kind: 'list'; readonly list: readonly string[]; readonly joined: boolean }
  | { readonly kind: 'one'; readonly value: string };

/**
 * Parameters of a path and its operation that are sent: those that are required, and those whose description says
 * what to send (example, default, enum, range). The operation's own win.
 */
export function parametersOf(
  ofPath: readonly unknown[],
  ofOperation: readonly unknown[],
  references: References,
): readonly Parameter[] {
  const byName = new Map<string, Fields>();
  for (const raw of [...ofPath, ...ofOperation]) {
    const parameter = references.resolve(raw);
    byName.set(`${textOf(parameter.in)} ${textOf(parameter.name)}`, parameter);
  }
  return [...byName.values()].flatMap((parameter) => {
    const sent = sentParameter(parameter, references);
    return sent === undefined ? [] : [sent];
  });
}

function sentParameter(parameter: Fields, references: References): Parameter | undefined {
  const [name, place] = [textOf(parameter.name) ?? '', textOf(parameter.in)];
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return undefined;
  if (place === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return undefined;
  const required = parameter.required === true || place === 'path';
  if (isSecretName(name)) return required ? { place, name } : undefined;
  const media = Object.values(fieldsOf(parameter.content)).map(fieldsOf)[0];
  if (media !== undefined) return required ? unusable(name, 'is described by a media type') : undefined;
  const schema = references.resolve(parameter.schema);
  const values = valuesOf(parameter, schema, references, required);
  return values === undefined ? undefined : { place, name, values };
}

function unusable(name: string, why: string): never {
  throw new Unusable(`its required parameter '${shown(name)}' ${why}`);
}

function valuesOf(
  parameter: Fields,
  schema: Fields,
  references: References,
  required: boolean,
): Values | undefined {
  const list = listOf(schema.enum).flatMap((value) => textOf(value) ?? []);
  if (list.length > 1) return { kind: 'item', list };
  const range = rangeOf(schema);
  if (range !== undefined) return range;
  const examples = Object.values(fieldsOf(parameter.examples)).map(
    (example) => references.resolve(example).value,
  );
  const said = [
    parameter.example,
    ...examples,
    schema.example,
    ...listOf(schema.examples),
    schema.default,
    schema.const,
    list[0],
  ];
  const value =
    said.find((one) => one !== undefined && one !== null) ??
    (required ? sampleOf(schema, references) : undefined);
  return value === undefined || value === null
    ? undefined
    : written(value, textOf(parameter.name) ?? '', parameter.explode !== false, required);
}

function written(value: unknown, name: string, joined: boolean, required: boolean): Values | undefined {
  const text = textOf(value);
  if (text !== undefined) return { kind: 'one', value: text };
  const items = listOf(value).map(textOf);
  if (Array.isArray(value) && items.every((item) => item !== undefined))
    return { kind: 'list', list: items, joined: !joined };
  return required ? unusable(name, 'is an object, which is not supported') : undefined;
}

const [intMin, intMax] = [-(2 ** 31), 2 ** 31 - 1];

/** Both ends must be given: what the API takes for a number without a bound is anybody's guess. */
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

/** An exclusive bound is a number in 3.1 and says `true` beside the bound in 3.0. */
function bound(inclusive: unknown, exclusive: unknown, step: number): number | undefined {
  if (typeof exclusive === 'number') return exclusive + step;
  if (typeof inclusive !== 'number') return undefined;
  return exclusive === true ? inclusive + step : inclusive;
}

/** The texts to send for a parameter: one, or several for a list that repeats its name. */
export function valueFor({ name, place, values }: Parameter, draft: Draft): readonly string[] {
  if (values === undefined) return [draft.secret(name, name, `${place} parameter '${shown(name)}'`)];
  switch (values.kind) {
    case 'integer':
      return [draft.random(name, values)];
    case 'item': {
      const list = place === 'path' ? values.list.map(encodeURIComponent) : values.list;
      return [draft.random(name, { kind: 'item', list })];
    }
    case 'list':
      return values.joined ? [values.list.join(',')] : values.list;
    case 'one':
      return [draft.parameter(name, values.value === '' ? notSet : values.value)];
  }
}
