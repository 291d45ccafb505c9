import { counted } from '../../../words.ts';
import { required } from '../../declaration/field.ts';
import { boundedLog } from '../bounded-log.ts';
import { reads, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileIntSource, intSource } from '../sources.ts';

export const getItem = action({
  name: 'getItem',
  summary:
    'Copies an item of an array to a variable; without such an item it logs a warning and copies nothing.',
  example: 'getItem: { fromVar: basket, index: 0, toVar: wish }',
  cost: 'One read and one write; the item itself is not copied.',
  atError:
    'When `fromVar` is unset or has no array, or when the index has no item, it logs a warning and does not change `toVar`. An unset variable for `index` is an error.',
  fields: {
    fromVar: required(reads('object', 'Name of the session variable with the array.', 'basket')),
    index: required(intSource('Index, counted from 0.', 0)),
    toVar: required(writes('object', 'Name of the session variable that receives the element.', 'wish')),
  },
  compile({ fromVar, index, toVar }, { variables, environment }) {
    const list = variables.read(fromVar);
    const place = compileIntSource(index, variables);
    const write = variables.write(toVar);
    const warn = boundedLog(environment.log);
    return (session, sequence) => {
      const items = list(session, sequence);
      if (!Array.isArray(items)) {
        warn(`getItem: variable '${fromVar}' ${items === undefined ? 'is not set' : 'is not an array'}`);
        return;
      }
      const at = place(session, sequence);
      const item = items[at];
      if (item === undefined)
        warn(`getItem: array '${fromVar}' has ${counted(items.length, 'item')}, and no item at index ${at}`);
      else write(session, sequence, item);
    };
  },
});
