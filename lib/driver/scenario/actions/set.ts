import type { Path } from '../../document/problem.ts';
import type { Read, SetValue, Value } from '../../model/session.ts';
import { bodyOf, integerOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { scenarios } from '../limits.ts';
import type { Scope } from '../scope.ts';
import { intOf } from '../values.ts';
import type { Variables } from '../variables.ts';

type NewArray = { readonly of: 'int' | 'object'; readonly size: number; readonly fromVar?: string };
type Body = { readonly variable: string } & ({ readonly value: string } | { readonly array: NewArray });

const sources = ['value', 'intArray', 'objectArray'] as const;

/** The value is literal: patterns are not evaluated here. */
export const set: ActionKind<Body> = {
  name: 'set',
  summary: 'Sets a variable to a literal text, or to a new array.',
  example: 'set: city <- Brno',
  cost: 'One write; `objectArray` and `intArray` allocate an array each time, linear in `size`.',
  atError:
    'An unset `fromVar` is an error, as is text for an `intArray` that is no whole number; items beyond `size` are left out without a word.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : (bodyOf(raw) ?? {});
    const variable = textOf(body.var);
    if (variable !== undefined) scope.writesVariable(variable, 'object', at);
    const given = sources.filter((key) => body[key] !== undefined);
    const [key] = given;
    if (variable === undefined || key === undefined || given.length > 1) {
      scope.findings.error(
        at,
        'set needs var and exactly one of value, intArray and objectArray',
        "write 'set: name <- value'",
      );
      return undefined;
    }
    const value = textOf(body.value);
    if (value !== undefined) return { variable, value };
    const array = parseArray(key === 'intArray' ? 'int' : 'object', body[key], [...at, key], scope);
    return array === undefined ? undefined : { variable, array };
  },
  compile(body, { variables }) {
    const write = variables.write(body.variable);
    if ('value' in body) {
      const { value } = body;
      return (session, sequence) => write(session, sequence, value);
    }
    const made = compileArray(body.array, variables);
    return (session, sequence) => write(session, sequence, made(session, sequence));
  },
};

function parseArray(of: NewArray['of'], raw: unknown, at: Path, scope: Scope): NewArray | undefined {
  const body = bodyOf(raw) ?? {};
  const size = integerOf(body.size);
  const fromVar = textOf(body.fromVar);
  if (fromVar !== undefined) scope.readsVariable(fromVar, undefined, [...at, 'fromVar']);
  if (size === undefined || size < 1 || size > scenarios.arraySlotsMax) {
    scope.findings.error(
      [...at, ...(body.size === undefined ? [] : ['size'])],
      `an array needs a size from 1 to ${scenarios.arraySlotsMax}`,
    );
    return undefined;
  }
  return { of, size, ...(fromVar === undefined ? {} : { fromVar }) };
}

/** Filled item by item from a list; any other value goes into every slot. */
function compileArray({ of, size, fromVar }: NewArray, variables: Variables): Read<Value[]> {
  if (fromVar === undefined) return () => new Array<Value>(size).fill(undefined);
  const source = variables.need(fromVar);
  const item: (value: SetValue) => Value = of === 'int' ? (value) => intOf(value, fromVar) : (value) => value;
  return (session, sequence) => {
    const value = source(session, sequence);
    if (!Array.isArray(value)) return new Array<Value>(size).fill(item(value));
    const items = new Array<Value>(size).fill(undefined);
    for (let index = 0; index < size && index < value.length; index += 1) {
      const each = value[index];
      if (each !== undefined) items[index] = item(each);
    }
    return items;
  };
}

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const arrow = text.indexOf('<-');
  return arrow < 0 ? {} : { var: text.slice(0, arrow).trim(), value: text.slice(arrow + 2).trim() };
}
