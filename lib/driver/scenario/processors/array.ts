import { numbered } from '../../../words.ts';
import { required, withDefault } from '../../declaration/field.ts';
import { count, flag } from '../../declaration/scalars.ts';
import { sized } from '../../declaration/short-forms.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import type { Value } from '../../model/session.ts';
import { boundedLog } from '../bounded-log.ts';
import { writes } from '../declaration/variables.ts';
import { processor } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { listOf } from '../values.ts';
import { convertTo, format } from './data/format.ts';
import { wholeValue } from './data/whole-value.ts';

export const array = processor({
  name: 'array',
  summary: 'Collects the values of each response in an array of fixed size; further values are dropped.',
  example: 'array: products[20]',
  cost: 'Allocates an array of `maxSize` items for each response, and a text or a copy of the bytes for each value.',
  atError: `A full array logs a warning and drops the value, without the warning if \`silent\`. A value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is an error.`,
  fields: {
    toVar: required(writes('object', 'Name of the session variable that receives the array.', 'products')),
    maxSize: required(count(scenarios.arraySlotsMax, 'Number of slots.', 20)),
    format,
    silent: withDefault(false, flag('True: no warning when there are more values than slots.')),
  },
  short: { words: '`name[max]`.', read: sized('toVar', 'maxSize') },
  needs: `toVar and a maxSize from 1 to ${scenarios.arraySlotsMax}`,
  write: 'array: name[20]',
  compile({ toVar, maxSize, format: form, silent }, { variables, environment }) {
    const earlier = variables.read(toVar);
    const read = variables.need(toVar);
    const write = variables.write(toVar);
    const convert = convertTo(form);
    const warn = boundedLog(environment.log);
    return () => {
      /** The array that this response fills. All items before `next` are set. */
      let filled: Value[] | undefined;
      let next = 0;
      return wholeValue(
        (session, sequence, value) => {
          const items = listOf(read(session, sequence), toVar);
          if (items !== filled || items[next - 1] === undefined) {
            filled = items;
            next = 0;
          }
          // The search for a free item begins after the item that was set last. If it always began at the
          // first item, it would take seconds for the largest array.
          const end = Math.min(items.length, maxSize);
          while (next < end && items[next] !== undefined) next += 1;
          if (next < end) items[next++] = convert(value);
          else if (!silent)
            warn(`array: '${toVar}' is full (${numbered(maxSize, 'value')}), so a further value is dropped`);
        },
        {
          begin(session, sequence) {
            // If another step has set the variable to a larger array, the new array has the same size. Steps
            // may use all its items.
            const before = earlier(session, sequence);
            const size = Math.max(maxSize, Array.isArray(before) ? before.length : 0);
            write(session, sequence, new Array<Value>(size).fill(undefined));
          },
        },
      );
    };
  },
});
