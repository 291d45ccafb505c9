import { numbered } from '../../../words.ts';
import { required } from '../../declaration/field.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import { boundedLog } from '../bounded-log.ts';
import { writes } from '../declaration/variables.ts';
import { processor } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { lengthOf } from '../values.ts';
import { convertTo, format } from './data/format.ts';
import { wholeValue } from './data/whole-value.ts';

/** The collection keeps its items from one response to the next. */
export const collection = processor({
  name: 'collection',
  summary: 'Adds every value to a list that grows as long as the user lives.',
  example: 'collection: bodies',
  cost: 'A text or a copy of the bytes for each value. The list is kept as long as the user lives.',
  atError: `Beyond ${scenarios.collectionItemsMax / 1e3},000 values it logs a warning and drops the value. A value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is an error.`,
  fields: {
    toVar: required(writes('object', 'Name of the session variable that receives the list.', 'seen')),
    format,
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'collection: name',
  compile({ toVar, format: form }, { variables, environment }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    const convert = convertTo(form);
    const warn = boundedLog(environment.log);
    return () =>
      wholeValue((session, sequence, value) => {
        const items = read(session, sequence);
        if (!Array.isArray(items)) {
          write(session, sequence, [convert(value)]);
          return;
        }
        // A new item goes into the first free slot if the last slot is free, because removed items leave free
        // slots at the end. Otherwise it goes after the last item.
        const end = items.at(-1) === undefined ? lengthOf(items) : items.length;
        if (end < scenarios.collectionItemsMax) items[end] = convert(value);
        else warn(`collection: '${toVar}' has ${numbered(end, 'value')}, so a further value is dropped`);
      });
  },
});
