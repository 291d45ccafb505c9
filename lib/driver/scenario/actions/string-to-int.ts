import { required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { integerOf } from '../../declaration/value-readers.ts';
import { boundedLog } from '../bounded-log.ts';
import { reads } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { textOf as valueText } from '../values.ts';

export const stringToInt = action({
  name: 'stringToInt',
  summary: 'Stores the decimal number in a text as an int; other text does not change the target.',
  example: 'stringToInt: text -> number',
  cost: 'Reads the text once: linear in its length.',
  atError:
    'An unset `fromVar` is an error. Text that is not a whole number of 32 bits logs a warning and does not change `toVar`.',
  fields: {
    fromVar: required(reads(undefined, 'Name of the session variable with the text.', 'text')),
    toVar: required(
      name('Name of the session variable that receives the number; not the same as `fromVar`.', 'number'),
    ),
  },
  short: { words: '`from -> to`.', read: arrow },
  write: 'stringToInt: text -> number',
  check(body, at, scope) {
    const { fromVar, toVar } = body;
    if (fromVar !== toVar) {
      scope.writesVariable(toVar, 'int', at);
      return body;
    }
    scope.findings.error(
      at,
      `stringToInt reads and writes '${toVar}', but one variable is either text or a whole number`,
      'store the number in another variable',
    );
    return undefined;
  },
  compile({ fromVar, toVar }, { variables, environment }) {
    const read = variables.need(fromVar);
    const write = variables.write(toVar);
    const warn = boundedLog(environment.log);
    return (session, sequence) => {
      const number = integerOf(valueText(read(session, sequence)));
      if (number === undefined)
        warn(
          `stringToInt: variable '${fromVar}' is not a whole number of 32 bits, so '${toVar}' does not change`,
        );
      else write(session, sequence, number);
    };
  },
});

function arrow(text: string): Readonly<Record<string, unknown>> {
  const arrow = text.indexOf('->');
  return arrow < 0 ? {} : { fromVar: text.slice(0, arrow).trim(), toVar: text.slice(arrow + 2).trim() };
}
