import { required } from '../../declaration/field.ts';
import { writes } from '../declaration/variables.ts';
import { processor } from '../kind.ts';
import { intOf } from '../values.ts';

export const count = processor({
  name: 'count',
  summary: 'Counts the values of each response.',
  example: 'count: matches',
  cost: 'One read and one write for each value, whatever its size.',
  atError: 'A variable that another step set to text that is not a whole number is an error.',
  fields: {
    toVar: required(writes('int', 'Name of the session variable that receives the number.', 'matches')),
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'count: name',
  compile({ toVar }, { variables }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    return () => ({
      begin: (session, sequence) => write(session, sequence, 0),
      data(session, sequence, _bytes, last) {
        if (last) write(session, sequence, intOf(read(session, sequence) ?? 0, toVar) + 1);
      },
    });
  },
});
