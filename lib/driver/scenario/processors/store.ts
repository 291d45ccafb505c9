import { required } from '../../declaration/field.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import { boundedLog } from '../bounded-log.ts';
import { writes } from '../declaration/variables.ts';
import { processor } from '../kind.ts';
import { convertTo, format } from './data/format.ts';
import { wholeValue } from './data/whole-value.ts';

export const store = processor({
  name: 'store',
  summary: 'Stores the first value of each response; the variable is unset before.',
  example: 'store: answer',
  cost: 'A text, or with `format: BYTES` a copy of the bytes, for each response: linear in them.',
  atError: `Further values log a warning and are ignored. A value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is an error.`,
  fields: {
    toVar: required(writes('object', 'Name of the session variable that receives the value.', 'answer')),
    format,
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'store: name',
  compile({ toVar, format: form }, { variables, environment }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    const convert = convertTo(form);
    const warn = boundedLog(environment.log);
    return () =>
      wholeValue(
        (session, sequence, value) => {
          if (read(session, sequence) === undefined) write(session, sequence, convert(value));
          else warn(`store: variable '${toVar}' already has a value, so the new value is ignored`);
        },
        { begin: (session, sequence) => write(session, sequence, undefined) },
      );
  },
});

export const simple: typeof store = {
  ...store,
  name: 'simple',
  summary: 'Deprecated name of `store`.',
  example: 'simple: answer',
};
