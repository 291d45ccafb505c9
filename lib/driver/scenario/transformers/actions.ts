import type { Transformer } from '../../model/handlers.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import type { Kind } from '../kind.ts';
import { checkPattern, compilePattern } from '../pattern/pattern.ts';
import { convertTo, type Format, formatOf } from '../processors/format.ts';
import { bytesOf } from '../values.ts';

type Body = {
  readonly variable: string;
  readonly format: Format;
  readonly actions: readonly Part[];
  /** Absent: the variable. */
  readonly pattern?: string;
};

export const actions: Kind<Body, Transformer> = {
  name: 'actions',
  summary:
    'Puts a match into a variable, runs actions, and puts a pattern, or else the variable, in its place.',
  example: 'actions: { var: age, actions: [log: "${age}"], pattern: "0${age}" }',
  cost: 'Copies each match, runs the actions, and makes the bytes of the replacement.',
  atError:
    'An unset variable in the pattern, or the variable itself when the actions have unset it, is an error, and so is what the actions call one.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const variable = textOf(body.var);
    if (variable !== undefined) scope.writesVariable(variable, 'object', [...at, 'var']);
    const parts = scope.parseParts('action', body.actions, [...at, 'actions']);
    const pattern = textOf(body.pattern);
    if (pattern !== undefined) checkPattern(pattern, [...at, 'pattern'], scope);
    if (variable === undefined) {
      scope.findings.error(at, 'actions needs var, the variable that takes the match');
      return undefined;
    }
    const format = formatOf(body.format);
    return { variable, format, actions: parts, ...(pattern === undefined ? {} : { pattern }) };
  },
  compile(body, compiler) {
    const { variables } = compiler;
    const write = variables.write(body.variable);
    const convert = convertTo(body.format);
    const all = compiler.compileParts('action', body.actions);
    const value = variables.need(body.variable);
    const result = body.pattern === undefined ? undefined : compilePattern(body.pattern, variables);
    return (session, sequence, match) => {
      write(session, sequence, convert(match));
      for (const act of all) act(session, sequence);
      const text = result?.(session, sequence) ?? bytesOf(value(session, sequence));
      return Buffer.from(text as string);
    };
  },
};
