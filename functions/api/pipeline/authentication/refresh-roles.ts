import { isDeepStrictEqual } from 'node:util';
import type { OperationName } from '../../../../lib/api.generated.ts';
import { DownpourError } from '../../../../lib/errors.ts';
import type { Principal } from '../../../../lib/results/access.ts';
import type { Call, Reply } from '../types.ts';
import { authenticate } from './authenticate.ts';
import { forgetUser } from './known-users.ts';

type Answer<Name extends OperationName> = (
  call: Call<Name> & { readonly caller: Principal },
) => Promise<Reply>;

/**
 * Wraps an operation so that a new role works at once, although users are cached for some seconds. When an
 * operation is forbidden, the roles are read from the store. If they differ, the operation runs again.
 */
export const withNewRoles =
  <Name extends OperationName>(answer: Answer<Name>): Answer<Name> =>
  async (call) => {
    try {
      return await answer(call);
    } catch (error) {
      if (!(error instanceof DownpourError && error.code.endsWith('FORBIDDEN'))) throw error;
      forgetUser(call.caller.user);
      const caller = await authenticate(call.headers, call.now, call.source);
      if (isDeepStrictEqual(caller, call.caller)) throw error;
      return answer({ ...call, caller });
    }
  };
