import { bodyOf, booleanOf, integerOf, textOf } from '../fields.ts';
import type { ProcessorKind } from '../kind.ts';
import { boundedLog } from '../warnings.ts';
import { wholeValue } from './whole-value.ts';

type Body = { readonly toVar: string; readonly override: boolean };

/** Not unset before a response: the first value stays until something else takes it away. */
export const storeInt: ProcessorKind<Body> = {
  name: 'storeInt',
  summary: 'Stores a decimal number in an int variable; one that is set stays, unless `override` is true.',
  example: 'storeInt: total',
  cost: 'Reads the digits of each value.',
  atError:
    'A value that is no whole number of 32 bits, or a second one without `override`, logs a warning and leaves the variable as it was.',
  parse(raw, at, scope) {
    const body = textOf(raw) === undefined ? (bodyOf(raw) ?? {}) : { toVar: raw };
    const toVar = textOf(body.toVar);
    if (!toVar) {
      scope.findings.error(at, 'storeInt needs toVar', "write 'storeInt: name'");
      return undefined;
    }
    scope.writesVariable(toVar, 'int', at);
    return { toVar, override: booleanOf(body.override, false) };
  },
  compile({ toVar, override }, { variables, environment }) {
    const read = variables.read(toVar);
    const write = variables.write(toVar);
    const warn = boundedLog(environment.log);
    return () =>
      wholeValue((session, sequence, value) => {
        if (!override && read(session, sequence) !== undefined) {
          warn(`storeInt: variable '${toVar}' has its value already, a further one is ignored`);
          return;
        }
        // No number of 32 bits is longer than this.
        const number = value.length > 64 ? undefined : integerOf(value.toString('latin1'));
        if (number === undefined) warn(`storeInt: what should go into '${toVar}' is no whole number`);
        else write(session, sequence, number);
      });
  },
};
