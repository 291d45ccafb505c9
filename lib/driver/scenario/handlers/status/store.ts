import type { StatusHandler } from '../../../model/handlers.ts';
import { bodyOf, textOf } from '../../fields.ts';
import type { Kind } from '../../kind.ts';

type Body = { readonly toVar: string };

export const storeStatus: Kind<Body, StatusHandler> = {
  name: 'store',
  summary: 'Stores the status in an int variable.',
  example: 'store: status',
  cost: 'One write.',
  atError: 'Nothing in it can fail.',
  parse(raw, at, scope) {
    const toVar = textOf(raw) ?? textOf(bodyOf(raw)?.toVar);
    if (toVar === undefined) {
      scope.findings.error(at, 'store needs toVar', "write 'store: variable'");
      return undefined;
    }
    scope.writesVariable(toVar, 'int', at);
    return { toVar };
  },
  compile({ toVar }, { variables }) {
    const write = variables.write(toVar);
    return ({ session, sequence }, status) => write(session, sequence, status);
  },
};
