import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { compileObjectSource, type ObjectSource, parseObjectSource } from '../sources.ts';
import { listOf, sameValue } from '../values.ts';

type Body = { readonly collection: string; readonly item: ObjectSource; readonly toVar: string };

export const getIndex: ActionKind<Body> = {
  name: 'getIndex',
  summary: 'Stores the index of an equal item of an array or list, or -1.',
  example: 'getIndex: { collection: basket, item: { value: umbrella }, toVar: place }',
  cost: 'Compares items up to the one that is found or the first unset one: linear in the items, and in the bytes of those that hold bytes.',
  atError:
    'An unset variable, or a `collection` that holds no array, is an error; an item that is not found stores -1.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const collection = textOf(body.collection);
    const toVar = textOf(body.toVar);
    const literal = textOf(body.item);
    const item =
      literal === undefined
        ? parseObjectSource(bodyOf(body.item) ?? {}, [...at, 'item'], scope)
        : { value: literal };
    if (collection === undefined || toVar === undefined)
      scope.findings.error(at, 'getIndex needs collection, item and toVar');
    if (collection !== undefined) scope.readsVariable(collection, 'object', [...at, 'collection']);
    if (toVar !== undefined) scope.writesVariable(toVar, 'int', [...at, 'toVar']);
    return collection === undefined || toVar === undefined || item === undefined
      ? undefined
      : { collection, item, toVar };
  },
  compile({ collection, item, toVar }, { variables }) {
    const list = variables.need(collection);
    const wanted = compileObjectSource(item, variables);
    const write = variables.write(toVar);
    return (session, sequence) => {
      const items = listOf(list(session, sequence), collection);
      const value = wanted(session, sequence);
      let found = -1;
      for (let index = 0; index < items.length && found < 0; index += 1) {
        const each = items[index];
        if (each === undefined) break;
        if (sameValue(each, value)) found = index;
      }
      write(session, sequence, found);
    };
  },
};
