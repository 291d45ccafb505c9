import { type Mapping, required, withDefault } from '../../declaration/field.ts';
import { intMax } from '../../declaration/value-readers.ts';
import { writes } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { compileIntSource, intSource } from '../sources.ts';

export const randomInt = step({
  name: 'randomInt',
  summary: 'Stores a uniform random int between `min` and `max`, both included.',
  example: 'randomInt: page <- 1 .. 20',
  cost: 'One random number and one write.',
  atError: 'An unset variable, text that is not a whole number, or a `min` above `max` fails the phase.',
  fields: {
    toVar: required(writes('int', 'Name of the session variable that receives the number.', 'page')),
    min: withDefault(0, intSource('Smallest number.')),
    max: withDefault(intMax, intSource('Largest number.')),
  },
  short: { words: '`v <- a .. b`.', example: 'page <- 1 .. 20', read: bounds },
  write: 'randomInt: name <- 1 .. 10',
  check(body, at, scope) {
    const { min, max } = body;
    if (!('value' in min && 'value' in max && min.value > max.value)) return body;
    scope.findings.error(
      at,
      `randomInt has min ${min.value} above max ${max.value}`,
      'reduce min, or increase max',
    );
    return undefined;
  },
  compile({ toVar, min, max }, { variables, random }) {
    const write = variables.write(toVar);
    const least = compileIntSource(min, variables);
    const most = compileIntSource(max, variables);
    return [
      (session, sequence) => {
        const low = least(session, sequence);
        const high = most(session, sequence);
        if (low > high) throw new Error(`randomInt has min ${low} above max ${high}`);
        write(session, sequence, random.integer(low, high));
        return true;
      },
    ];
  },
});

function bounds(text: string): Mapping {
  const match = /^(.*\S)\s*<-\s*(-?\d+)\s*\.\.\s*(-?\d+)$/.exec(text.trim());
  return match === null ? {} : { toVar: match[1], min: match[2], max: match[3] };
}
