import { numbered } from '../../../words.ts';
import { exactlyOne, required } from '../../declaration/field.ts';
import { fixedText } from '../../declaration/scalars.ts';
import { boundedLog } from '../bounded-log.ts';
import { reads } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileObjectSource } from '../sources.ts';
import { listOf } from '../values.ts';

export const addItem = action({
  name: 'addItem',
  summary: 'Puts an item into the first free slot of an array; a full array drops it with a warning.',
  example: 'addItem: { toVar: basket, value: umbrella }',
  cost: 'Searches the first free slot: linear in the number of slots.',
  atError:
    'An unset variable, or a `toVar` that is not an array, is an error. A full array logs a warning and drops the item.',
  fields: {
    toVar: required(reads('object', 'Name of the session variable with the array.', 'basket')),
    item: exactlyOne({
      value: fixedText('The item, fixed text.', 'umbrella'),
      fromVar: reads(undefined, 'Name of the session variable with the item.', 'wish'),
    }),
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
      else
        warn(`addItem: array '${toVar}' is full (${numbered(items.length, 'item')}), so the item is dropped`);
    };
  },
});
