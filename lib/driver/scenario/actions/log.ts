import { required } from '../../declaration/field.ts';
import { text, unread } from '../../declaration/scalars.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import { action } from '../kind.ts';
import { checkPattern, compilePattern } from '../pattern/pattern.ts';
import type { Scope } from '../scope.ts';

/**
 * A variable without a value is printed as a marker. It throws no error, because a log line must not fail a
 * phase.
 */
export const log = action({
  name: 'log',
  summary: 'Writes a line to the log of the shard; `message` is a pattern.',
  example: 'log: "browsing"',
  cost: 'Builds the text and writes one line each time: linear in its length.',
  atError:
    'An unset variable is written as `<name is not set>`. Text where the pattern has a number format such as `%04d` is an error.',
  fields: {
    message: required(text('The line, in which `${variable}` is replaced.', 'found ${id}')),
    vars: unread({
      title: 'a list of variables',
      description: 'Deprecated: variables that fill the `{}` of the message in order.',
      type: 'array',
      items: { title: 'the name of a variable', type: 'string' },
      examples: [['id']],
    }),
  },
  short: {
    member: 'message',
    words: 'the message.',
    title: 'a message, or a mapping',
    example: 'found ${id}',
  },
  check(body, at, scope) {
    const message = withPlaces(body.message, body.vars, [...at, 'vars'], scope);
    checkPattern(message, at, scope);
    return { message };
  },
  compile({ message }, { variables, environment }) {
    const text = compilePattern(message, variables, (name) => `<${name} is not set>`);
    return (session, sequence) => environment.log(text(session, sequence));
  },
});

/** The deprecated form of a log message: each variable in `vars` replaces the next `{}` of the text. */
function withPlaces(text: string, raw: unknown, at: Path, scope: Scope): string {
  const names: readonly unknown[] = Array.isArray(raw) ? raw : raw === undefined ? [] : [raw];
  let message = '';
  let from = 0;
  for (const [index, name] of names.entries()) {
    const place = text.indexOf('{}', from);
    if (place < 0) {
      scope.findings.error(
        [...at, ...(Array.isArray(raw) ? [index] : [])],
        `the message has no {} for the variable '${textOf(name)}'`,
        `write \${${textOf(name)}} in the message instead of vars`,
      );
      break;
    }
    message += `${text.slice(from, place)}\${${textOf(name)}}`;
    from = place + 2;
  }
  return message + text.slice(from);
}
