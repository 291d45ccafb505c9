import { type OperationName, type operations, scopesOf } from '../../../lib/api.generated.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { refuseWithout } from '../../../lib/results/identity/scopes.ts';
import { audited } from './audited.ts';
import { authenticate, authenticateIfAsked } from './authentication/authenticate.ts';
import { withNewRoles } from './authentication/refresh-roles.ts';
import { pipeline } from './pipeline.ts';
import type { Authenticate, Call, Handler, Reply } from './types.ts';

export type AuthenticatedCall<Name extends OperationName> = Call<Name> & { readonly caller: Principal };

/** The operations that a deployment may open to callers without a key, as the contract marks them. */
type Open = {
  [Name in OperationName]: (typeof operations)[Name]['open'] extends true ? Name : never;
}[OperationName];

/** Makes the handler of an operation that needs an API key. Other operations use `publicOperation`. */
export const operation = <Name extends Exclude<OperationName, Open>>(
  name: Name,
  answer: (call: AuthenticatedCall<Name>) => Promise<Reply>,
): Handler => pipeline(name, within(name, authenticate), audited(name, withNewRoles(answer)));

/**
 * Makes the handler of an operation that only reads. A deployment may open it to callers without a key,
 * who see PUBLIC data.
 */
export const openOperation = <Name extends Open>(
  name: Name,
  answer: (call: AuthenticatedCall<Name>) => Promise<Reply>,
): Handler => pipeline(name, within(name, authenticateIfAsked), audited(name, answer));

/** Rejects API keys that lack the permission for the operation. */
function within(name: OperationName, ask: Authenticate<Principal>): Authenticate<Principal> {
  const needed = scopesOf[name];
  return async (...request) => {
    const caller = await ask(...request);
    refuseWithout(caller, needed);
    return caller;
  };
}
