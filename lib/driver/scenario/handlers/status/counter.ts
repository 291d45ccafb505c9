import type { StatusHandler } from '../../../model/handlers.ts';
import { bodyOf, integerOf, textOf } from '../../fields.ts';
import type { Kind } from '../../kind.ts';
import { intOf } from '../../values.ts';

type Body = {
  readonly variable: string;
  /** Absent: any status. */
  readonly expectStatus?: number;
  readonly init: number;
  readonly change: 'add' | 'set';
  readonly amount: number;
};

/** Without `expectStatus` every status counts, and a variable that is unset counts from `init`. */
export const counter: Kind<Body, StatusHandler> = {
  name: 'counter',
  summary: 'Adds to an int variable, or sets it, when a response has the status `expectStatus`.',
  example: 'counter: { var: missing, expectStatus: 404, add: 1 }',
  cost: 'One read and one write when the status fits.',
  atError:
    'Text in the variable that is no whole number is an error; an unset variable counts from `init`, and a sum beyond 32 bits wraps around.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const variable = textOf(body.var);
    const add = integerOf(body.add);
    const amount = add ?? integerOf(body.set);
    if (
      variable === undefined ||
      amount === undefined ||
      (body.add !== undefined && body.set !== undefined)
    ) {
      scope.findings.error(at, 'counter needs var and one of add and set, a whole number');
      return undefined;
    }
    scope.writesVariable(variable, 'int', at);
    const expectStatus = integerOf(body.expectStatus);
    const change = add === undefined ? 'set' : 'add';
    return {
      variable,
      init: integerOf(body.init) ?? 0,
      change,
      amount,
      ...(expectStatus === undefined ? {} : { expectStatus }),
    };
  },
  compile({ variable, expectStatus, init, change, amount }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    return ({ session, sequence }, status) => {
      if (expectStatus !== undefined && status !== expectStatus) return;
      const value =
        change === 'set' ? amount : (intOf(read(session, sequence) ?? init, variable) + amount) | 0;
      write(session, sequence, value);
    };
  },
};
