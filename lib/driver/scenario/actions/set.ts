import { mapping } from '../../declaration/body.ts';
import { exactlyOne, required } from '../../declaration/field.ts';
import { count, fixedText } from '../../declaration/scalars.ts';
import { intoLeft } from '../../declaration/short-forms.ts';
import type { Read, SetValue, Value } from '../../model/session.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import { reads, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { scenarios } from '../limits.ts';
import { intOf } from '../values.ts';
import type { Variables } from '../variables.ts';

/** Patterns such as `${name}` are not evaluated in the value. */
export const set = action({
  name: 'set',
  summary: 'Sets a variable to a literal text, or to a new array.',
  example: 'set: city <- Brno',
  cost: 'One write; `objectArray` and `intArray` allocate an array each time, linear in `size`.',
  atError:
    'An unset `fromVar` is an error, as is text for an `intArray` that is not a whole number. Items beyond `size` are left out silently.',
  fields: {
    var: required(writes('object', 'Name of the session variable to set.', 'city')),
    content: exactlyOne({
      value: fixedText('The text; `${...}` is not replaced.', 'Brno'),
      intArray: array('Makes a new array of whole numbers.'),
      objectArray: array('Makes a new array of texts or objects.'),
    }),
  },
  short: { words: '`v <- text`.', example: 'city <- Brno', read: intoLeft('var', 'value') },
  write: 'set: name <- value',
  compile({ var: variable, content }, { variables }) {
    const write = variables.write(variable);
    if ('value' in content) {
      const { value } = content;
      return (session, sequence) => write(session, sequence, value);
    }
    const made =
      'intArray' in content
        ? compileArray(content.intArray, (value, name) => intOf(value, name), variables)
        : compileArray(content.objectArray, (value) => value, variables);
    return (session, sequence) => write(session, sequence, made(session, sequence));
  },
});

type NewArray = { readonly size: number; readonly fromVar?: string };

function array(description: string): ScopedField<NewArray, false> {
  return mapping(
    description,
    {
      size: required(count(scenarios.arraySlotsMax, 'Number of slots.')),
      fromVar: reads(
        undefined,
        'Name of an array variable whose items fill the slots. When absent, the slots are unset.',
      ),
    },
    { size: 3 },
  );
}

/**
 * Compiles the source of a new array. If the value is a list, its items fill the array one by one. Any other
 * value is set in every item.
 */
function compileArray(
  { size, fromVar }: NewArray,
  itemOf: (value: SetValue, name: string) => Value,
  variables: Variables,
): Read<Value[]> {
  if (fromVar === undefined) return () => new Array<Value>(size).fill(undefined);
  const source = variables.need(fromVar);
  const item = (value: SetValue): Value => itemOf(value, fromVar);
  return (session, sequence) => {
    const value = source(session, sequence);
    if (!Array.isArray(value)) return new Array<Value>(size).fill(item(value));
    const items = new Array<Value>(size).fill(undefined);
    for (let index = 0; index < size && index < value.length; index += 1) {
      const each = value[index];
      if (each !== undefined) items[index] = item(each);
    }
    return items;
  };
}
