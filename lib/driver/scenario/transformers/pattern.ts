import type { Transformer } from '../../model/handlers.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { Kind } from '../kind.ts';
import { checkPattern, compilePattern } from '../pattern/pattern.ts';

type Body = { readonly pattern: string };

export const pattern: Kind<Body, Transformer> = {
  name: 'pattern',
  summary:
    'Puts a pattern in the place of a match. Text brings its own quotes; nothing at all removes the match.',
  example: 'pattern: "${hyperfoil.session.id}"',
  cost: 'Builds the text and its bytes for each match: linear in its length.',
  atError:
    'An unset variable in the pattern, or text where it has a number format such as `%04d`, is an error.',
  parse(raw, at, scope) {
    const text = textOf(raw) ?? textOf(bodyOf(raw)?.pattern);
    if (text === undefined) {
      scope.findings.error(at, 'pattern has no text');
      return undefined;
    }
    checkPattern(text, at, scope);
    return { pattern: text };
  },
  compile(body, { variables }) {
    const text = compilePattern(body.pattern, variables);
    return (session, sequence) => Buffer.from(text(session, sequence));
  },
};
