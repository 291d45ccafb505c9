import { required } from '../../declaration/field.ts';
import { reads } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileIntSource, intSource } from '../sources.ts';
import { checkIndex, listOf } from '../values.ts';

export const removeItem = action({
  name: 'removeItem',
  summary: 'Removes an item of an array; later items move forward, and the slot of the last one is unset.',
  example: 'removeItem: { fromVar: basket, index: 0 }',
  cost: 'Moves all later items one place forward: linear in their number.',
  atError:
    'An unset variable, a `fromVar` that is not an array, or an index outside of it is an error. A free slot is removed silently.',
  fields: {
    fromVar: required(reads('object', 'Name of the session variable with the array.', 'basket')),
    index: required(intSource('Index, counted from 0.', 0)),
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
});
