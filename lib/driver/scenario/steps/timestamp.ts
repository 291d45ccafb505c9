import { required, withDefault } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { writes } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { dateFormat } from './timestamp/date-format.ts';

export const timestamp = step({
  name: 'timestamp',
  summary:
    'Stores the current time as text: milliseconds since 1970, or the format `pattern` with the letters of Java, in UTC.',
  example: 'timestamp: { toVar: day, pattern: yyyy-MM-dd }',
  cost: 'One reading of the clock, and a text: linear in the letters of `pattern`, which is compiled once.',
  atError: 'Nothing in it can fail: the pattern is checked when the document is read.',
  fields: {
    toVar: required(writes('object', 'Name of the session variable that receives the time.', 'day')),
    pattern: name(
      'Date format in the letters of Java, such as `yyyy-MM-dd`; milliseconds since 1970 when absent.',
      'yyyy-MM-dd',
    ),
    localeCountry: withDefault('US', name('Country whose conventions the format follows.')),
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'timestamp: name',
  check(body, at, scope) {
    const format = dateFormat(body.pattern ?? '', body.localeCountry);
    if (!('problem' in format)) return body;
    scope.findings.error([...at, format.of], format.problem, format.hint);
    return undefined;
  },
  compile({ toVar, pattern, localeCountry: country }, { variables }) {
    const write = variables.write(toVar);
    const print = pattern === undefined ? String : printOf(pattern, country);
    return [
      (session, sequence) => {
        write(session, sequence, print(Math.floor(session.clock.epochMs())));
        return true;
      },
    ];
  },
});

function printOf(pattern: string, country: string): (epochMs: number) => string {
  const format = dateFormat(pattern, country);
  if ('problem' in format)
    throw new Error(
      `a bug in Downpour: the plan contains a date pattern that is not valid: ${format.problem}`,
    );
  return format.print;
}
