import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { compileIntSource, type IntSource, parseIntSource } from '../sources.ts';
import { checkIndex, listOf } from '../values.ts';

type Body = { readonly fromVar: string; readonly index: IntSource };

export const removeItem: ActionKind<Body> = {
  name: 'removeItem',
  summary:
    'Removes an item of an array; those behind it move forward, and the slot of the last one is unset.',
  example: 'removeItem: { fromVar: basket, index: 0 }',
  cost: 'Moves the items behind it one place forward: linear in their number.',
  atError:
    'An unset variable, a `fromVar` that holds no array, or an index outside of it is an error; a free slot is removed without a word.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const fromVar = textOf(body.fromVar);
    const index = parseIntSource(body.index, [...at, 'index'], scope);
    if (fromVar === undefined) scope.findings.error(at, 'removeItem needs fromVar, the array');
    else scope.readsVariable(fromVar, 'object', [...at, 'fromVar']);
    return fromVar === undefined || index === undefined ? undefined : { fromVar, index };
  },
  compile({ fromVar, index }, { variables }) {
    const list = variables.need(fromVar);
    const place = compileIntSource(index, variables);
    return (session, sequence) => {
      const items = listOf(list(session, sequence), fromVar);
      const at = place(session, sequence);
      checkIndex(items, at, fromVar);
      let last = at;
      for (; items[last + 1] !== undefined; last += 1) items[last] = items[last + 1];
      items[last] = undefined;
    };
  },
};
