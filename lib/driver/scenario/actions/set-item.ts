import { exactlyOne, required } from '../../declaration/field.ts';
import { fixedText } from '../../declaration/scalars.ts';
import { reads } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileIntSource, compileObjectSource, intSource } from '../sources.ts';
import { checkIndex, listOf } from '../values.ts';

export const setItem = action({
  name: 'setItem',
  summary: 'Sets an item of an array.',
  example: 'setItem: { toVar: basket, index: 0, value: umbrella }',
  cost: 'One write; the item itself is not copied.',
  atError: 'An unset variable, a `toVar` that is not an array, or an index outside of it is an error.',
  fields: {
    toVar: required(reads('object', 'Name of the session variable with the array.', 'basket')),
    index: required(intSource('Index, counted from 0.', 0)),
    item: exactlyOne({
      value: fixedText('The element, fixed text.', 'umbrella'),
      fromVar: reads(undefined, 'Name of the session variable with the element.', 'wish'),
    }),
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
});
