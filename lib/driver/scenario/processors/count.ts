import { bodyOf, textOf } from '../fields.ts';
import type { ProcessorKind } from '../kind.ts';
import { intOf } from '../values.ts';

type Body = { readonly toVar: string };

export const count: ProcessorKind<Body> = {
  name: 'count',
  summary: 'Counts the values of each response.',
  example: 'count: matches',
  cost: 'One read and one write for each value; the value itself is not looked at.',
  atError: 'Text that something else has put into the variable and that is no whole number is an error.',
  parse(raw, at, scope) {
    const toVar = textOf(raw) ?? textOf(bodyOf(raw)?.toVar);
    if (!toVar) {
      scope.findings.error(at, 'count needs toVar', "write 'count: name'");
      return undefined;
    }
    scope.writesVariable(toVar, 'int', at);
    return { toVar };
  },
  compile({ toVar }, { variables }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    return () => ({
      begin: (session, sequence) => write(session, sequence, 0),
      data(session, sequence, _bytes, last) {
        if (last) write(session, sequence, intOf(read(session, sequence) ?? 0, toVar) + 1);
      },
    });
  },
};
