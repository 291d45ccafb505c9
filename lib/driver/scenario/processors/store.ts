import { scenarios } from '../../limits.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ProcessorKind } from '../kind.ts';
import { boundedLog } from '../warnings.ts';
import { convertTo, type Format, formatOf } from './format.ts';
import { wholeValue } from './whole-value.ts';

type Body = { readonly toVar: string; readonly format: Format };

export const store: ProcessorKind<Body> = {
  name: 'store',
  summary: 'Stores the first value of each response; the variable is unset before.',
  example: 'store: answer',
  cost: 'A text, or with `format: BYTES` a copy of the bytes, for each response: linear in them.',
  atError: `Further values log a warning and are ignored; a value of more than ${scenarios.valueBytesMax / 2 ** 20} MiB is an error.`,
  parse(raw, at, scope) {
    const body = textOf(raw) === undefined ? (bodyOf(raw) ?? {}) : { toVar: raw };
    const toVar = textOf(body.toVar);
    if (!toVar) {
      scope.findings.error(at, 'the value needs toVar, a variable', "write 'store: name'");
      return undefined;
    }
    scope.writesVariable(toVar, 'object', at);
    return { toVar, format: formatOf(body.format) };
  },
  compile({ toVar, format }, { variables, environment }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    const convert = convertTo(format);
    const warn = boundedLog(environment.log);
    return () =>
      wholeValue(
        (session, sequence, value) => {
          if (read(session, sequence) === undefined) write(session, sequence, convert(value));
          else warn(`store: variable '${toVar}' has its value already, a further one is ignored`);
        },
        { begin: (session, sequence) => write(session, sequence, undefined) },
      );
  },
};

export const simple: ProcessorKind<Body> = {
  ...store,
  name: 'simple',
  summary: 'Deprecated name of `store`.',
  example: 'simple: answer',
};
