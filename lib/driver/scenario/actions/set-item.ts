import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import {
  compileIntSource,
  compileObjectSource,
  type IntSource,
  type ObjectSource,
  parseIntSource,
  parseObjectSource,
} from '../sources.ts';
import { checkIndex, listOf } from '../values.ts';

type Body = { readonly toVar: string; readonly index: IntSource; readonly item: ObjectSource };

export const setItem: ActionKind<Body> = {
  name: 'setItem',
  summary: 'Sets an item of an array.',
  example: 'setItem: { toVar: basket, index: 0, value: umbrella }',
  cost: 'One write; the item itself is not copied.',
  atError: 'An unset variable, a `toVar` that holds no array, or an index outside of it is an error.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const toVar = textOf(body.toVar);
    const index = parseIntSource(body.index, [...at, 'index'], scope);
    const item = parseObjectSource(body, at, scope);
    if (toVar === undefined) scope.findings.error(at, 'setItem needs toVar, the array');
    else scope.readsVariable(toVar, 'object', [...at, 'toVar']);
    return toVar === undefined || index === undefined || item === undefined
      ? undefined
      : { toVar, index, item };
  },
  compile({ toVar, index, item }, { variables }) {
    const list = variables.need(toVar);
    const place = compileIntSource(index, variables);
    const value = compileObjectSource(item, variables);
    return (session, sequence) => {
      const items = listOf(list(session, sequence), toVar);
      const at = place(session, sequence);
      checkIndex(items, at, toVar);
      items[at] = value(session, sequence);
    };
  },
};
