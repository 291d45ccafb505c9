import { orNone, required } from '../../declaration/field.ts';
import { actions as parts } from '../declaration/nested-kinds.ts';
import { writes } from '../declaration/variables.ts';
import { transformer } from '../kind.ts';
import { compilePattern, plainPattern } from '../pattern/pattern.ts';
import { convertTo, format } from '../processors/data/format.ts';
import { bytesOf } from '../values.ts';

export const actions = transformer({
  name: 'actions',
  summary:
    'Puts a match into a variable, runs actions, and replaces the match by a pattern, or else by the variable.',
  example: 'actions: { var: age, actions: [log: "${age}"], pattern: "0${age}" }',
  cost: 'Copies each match, runs the actions, and makes the bytes of the replacement.',
  atError:
    'An unset variable in the pattern, or the variable itself when the actions have unset it, is an error, and so is an error of the actions.',
  fields: {
    var: required(writes('object', 'Name of the session variable that receives the match.', 'age')),
    format,
    actions: orNone(parts('Actions to run.', [{ log: 'seen' }])),
    pattern: plainPattern(
      'The result, in which `${variable}` is replaced; the variable when absent.',
      '${age}',
    ),
  },
  needs: 'var, the variable that gets the matched text',
  compile(body, compiler) {
    const { variables } = compiler;
    const write = variables.write(body.var);
    const convert = convertTo(body.format);
    const all = compiler.compileParts('action', body.actions);
    const value = variables.need(body.var);
    const result = body.pattern === undefined ? undefined : compilePattern(body.pattern, variables);
    return (session, sequence, match) => {
      write(session, sequence, convert(match));
      for (const act of all) act(session, sequence);
      const text = result?.(session, sequence) ?? bytesOf(value(session, sequence));
      return Buffer.from(text as string);
    };
  },
});
