import type { OperationName } from '../../../lib/api.generated.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { authenticate } from './authentication.ts';
import { pipeline } from './pipeline.ts';
import type { Call, Handler, Reply } from './types.ts';

export type AuthenticatedCall<Name extends OperationName> = Call<Name> & { readonly caller: Principal };

/** An operation that needs an API key. One that does not is a `publicOperation`. */
export const operation = <Name extends OperationName>(
  name: Name,
  answer: (call: AuthenticatedCall<Name>) => Promise<Reply>,
): Handler => pipeline(name, authenticate, answer);
