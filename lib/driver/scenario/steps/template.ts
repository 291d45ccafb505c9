import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { checkPattern, compilePattern } from '../pattern/pattern.ts';

type Body = { readonly pattern: string; readonly toVar: string };

export const template: StepKind<Body> = {
  name: 'template',
  summary: 'Stores the text that a pattern gives.',
  example: 'template: { pattern: "/users/${hyperfoil.session.id}", toVar: home }',
  cost: 'Builds the text each time: linear in its length.',
  atError:
    'An unset variable in the pattern, or text where it has a number format such as `%04d`, fails the phase.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const pattern = textOf(body.pattern);
    const toVar = textOf(body.toVar);
    if (pattern !== undefined) checkPattern(pattern, [...at, 'pattern'], scope);
    if (toVar !== undefined) scope.writesVariable(toVar, 'object', [...at, 'toVar']);
    if (pattern === undefined || toVar === undefined) {
      scope.findings.error(at, 'template needs pattern and toVar');
      return undefined;
    }
    return { pattern, toVar };
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
};
