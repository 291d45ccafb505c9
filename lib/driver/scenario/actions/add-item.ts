import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { compileObjectSource, type ObjectSource, parseObjectSource } from '../sources.ts';
import { listOf } from '../values.ts';
import { boundedLog } from '../warnings.ts';

type Body = { readonly toVar: string; readonly item: ObjectSource };

export const addItem: ActionKind<Body> = {
  name: 'addItem',
  summary: 'Puts an item into the first free slot of an array; a full array drops it with a warning.',
  example: 'addItem: { toVar: basket, value: umbrella }',
  cost: 'Looks for the first free slot: linear in the slots of the array.',
  atError:
    'An unset variable, or a `toVar` that holds no array, is an error; a full array logs a warning and drops the item.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const toVar = textOf(body.toVar);
    const item = parseObjectSource(body, at, scope);
    if (toVar === undefined) scope.findings.error(at, 'addItem needs toVar, the array');
    else scope.readsVariable(toVar, 'object', [...at, 'toVar']);
    return toVar === undefined || item === undefined ? undefined : { toVar, item };
  },
  compile({ toVar, item }, { variables, environment }) {
    const array = variables.need(toVar);
    const value = compileObjectSource(item, variables);
    const warn = boundedLog(environment.log);
    return (session, sequence) => {
      const items = listOf(array(session, sequence), toVar);
      const slot = items.indexOf(undefined);
      const added = value(session, sequence);
      if (slot >= 0) items[slot] = added;
      else warn(`addItem: array '${toVar}' is full (${items.length} items), the item is dropped`);
    };
  },
};
