import { required } from '../../declaration/field.ts';
import { transformer } from '../kind.ts';
import { compilePattern, plainPattern } from '../pattern/pattern.ts';

export const pattern = transformer({
  name: 'pattern',
  summary:
    'Replaces a match by a pattern. A text must contain its own quotes; an empty result removes the match.',
  example: 'pattern: "${hyperfoil.session.id}"',
  cost: 'Builds the text and its bytes for each match: linear in its length.',
  atError:
    'An unset variable in the pattern, or text where it has a number format such as `%04d`, is an error.',
  fields: {
    pattern: required(
      plainPattern(
        'The text that replaces the match. `${variable}` in it becomes the value of the variable.',
        '"${city}"',
      ),
    ),
  },
  short: { member: 'pattern', words: 'the pattern.' },
  compile(body, { variables }) {
    const text = compilePattern(body.pattern, variables);
    return (session, sequence) => Buffer.from(text(session, sequence));
  },
});
