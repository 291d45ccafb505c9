import { required } from '../../declaration/field.ts';
import { writes } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { compilePattern, patternText } from '../pattern/pattern.ts';

export const template = step({
  name: 'template',
  summary: 'Stores the text that a pattern gives.',
  example: 'template: { pattern: "/users/${hyperfoil.session.id}", toVar: home }',
  cost: 'Builds the text each time: linear in its length.',
  atError:
    'An unset variable in the pattern, or text where it has a number format such as `%04d`, fails the phase.',
  fields: {
    pattern: required(patternText('The text with its `${variable}` places.', '/users/${name}')),
    toVar: required(writes('object', 'Name of the session variable that receives the text.', 'path')),
  },
  compile({ pattern, toVar }, { variables }) {
    const text = compilePattern(pattern, variables);
    const write = variables.write(toVar);
    return [
      (session, sequence) => {
        write(session, sequence, text(session, sequence));
        return true;
      },
    ];
  },
});
