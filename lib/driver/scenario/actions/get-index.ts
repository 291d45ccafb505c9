import { required } from '../../declaration/field.ts';
import { reads, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileObjectSource, objectSource } from '../sources.ts';
import { listOf, sameValue } from '../values.ts';

export const getIndex = action({
  name: 'getIndex',
  summary: 'Stores the index of an equal item of an array or list, or -1.',
  example: 'getIndex: { collection: basket, item: { value: umbrella }, toVar: place }',
  cost: 'Compares items until one is equal or unset: linear in the number of items, and in the bytes of items that hold bytes.',
  atError:
    'An unset variable, or a `collection` that is not an array, is an error. An item that is not found stores -1.',
  fields: {
    collection: required(reads('object', 'Name of the session variable with the array.', 'basket')),
    item: required(objectSource('The item to look for.', { value: 'umbrella' })),
    toVar: required(writes('int', 'Name of the session variable that receives the index.', 'place')),
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
});
