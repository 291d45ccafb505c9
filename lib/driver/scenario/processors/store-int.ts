import { required, withDefault } from '../../declaration/field.ts';
import { flag } from '../../declaration/scalars.ts';
import { integerOf } from '../../declaration/value-readers.ts';
import { boundedLog } from '../bounded-log.ts';
import { writes } from '../declaration/variables.ts';
import { processor } from '../kind.ts';
import { wholeValue } from './data/whole-value.ts';

/** A new response does not reset the variable. The first value remains until a step unsets the variable. */
export const storeInt = processor({
  name: 'storeInt',
  summary:
    'Stores a decimal number in an int variable; a value that is set stays, unless `override` is true.',
  example: 'storeInt: total',
  cost: 'Reads the digits of each value.',
  atError:
    'A value that is not a whole number of 32 bits, or a second one without `override`, logs a warning and does not change the variable.',
  fields: {
    toVar: required(writes('int', 'Name of the session variable that receives the number.', 'total')),
    override: withDefault(false, flag('True replaces a number that is already there, without a warning.')),
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'storeInt: name',
  compile({ toVar, override }, { variables, environment }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    const warn = boundedLog(environment.log);
    return () =>
      wholeValue((session, sequence, value) => {
        if (!override && read(session, sequence) !== undefined) {
          warn(`storeInt: variable '${toVar}' already has a value, so the new value is ignored`);
          return;
        }
        // A text of more than 64 bytes is never a number of 32 bits.
        const number = value.length > 64 ? undefined : integerOf(value.toString('latin1'));
        if (number === undefined)
          warn(
            `storeInt: the value for '${toVar}' is not a whole number of 32 bits, so the variable does not change`,
          );
        else write(session, sequence, number);
      });
  },
});
