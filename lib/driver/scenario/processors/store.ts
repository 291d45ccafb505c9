import { exchanges } from '../../http/exchange/limits.ts';
import type { ProcessorKind } from '../kind.ts';
import { boundedLog } from '../warnings.ts';
import { convertTo, type Stored, storedBy } from './format.ts';
import { wholeValue } from './whole-value.ts';

export const store: ProcessorKind<Stored> = {
  name: 'store',
  summary: 'Stores the first value of each response; the variable is unset before.',
  example: 'store: answer',
  cost: 'A text, or with `format: BYTES` a copy of the bytes, for each response: linear in them.',
  atError: `Further values log a warning and are ignored; a value of more than ${exchanges.valueBytesMax / 2 ** 20} MiB is an error.`,
  parse: storedBy('store'),
  compile({ toVar, format }, { variables, environment }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    const convert = convertTo(format);
    const warn = boundedLog(environment.log);
    return () =>
      wholeValue(
        (session, sequence, value) => {
          if (read(session, sequence) === undefined) write(session, sequence, convert(value));
          else warn(`store: variable '${toVar}' has its value already, a further one is ignored`);
        },
        { begin: (session, sequence) => write(session, sequence, undefined) },
      );
  },
};

export const simple: ProcessorKind<Stored> = {
  ...store,
  name: 'simple',
  summary: 'Deprecated name of `store`.',
  example: 'simple: answer',
};
