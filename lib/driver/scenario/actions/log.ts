import { bodyOf, textOf } from '../fields.ts';
import type { ActionKind } from '../kind.ts';
import { checkPattern, compilePattern } from '../pattern.ts';
import { UnsetVariable } from '../variables.ts';

type Body = { readonly message: string };

/** An unset variable prints a marker: a log line must not fail a phase. */
export const log: ActionKind<Body> = {
  name: 'log',
  summary: 'Writes a line to the log of the shard; `message` is a pattern.',
  example: 'log: "browsing"',
  notBuilt: ['vars'],
  parse(raw, at, scope) {
    const message = textOf(raw) ?? textOf(bodyOf(raw)?.message);
    if (message === undefined) {
      scope.findings.error(at, 'log has no message');
      return undefined;
    }
    if (bodyOf(raw)?.vars !== undefined) {
      scope.findings.error(
        [...at, 'vars'],
        'positional vars are not built yet',
        'write the variables into message as ${name}',
      );
    }
    checkPattern(message, at, scope);
    return { message };
  },
  compile({ message }, compiler) {
    const text = compilePattern(message, compiler.variables);
    return (session, sequence) => compiler.environment.log(render(() => text(session, sequence)));
  },
};

function render(text: () => string): string {
  try {
    return text();
  } catch (error) {
    if (error instanceof UnsetVariable) return `<${error.message}>`;
    throw error;
  }
}
