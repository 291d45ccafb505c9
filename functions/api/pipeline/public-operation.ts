import type { OperationName } from '../../../lib/api.generated.ts';
import { pipeline } from './pipeline.ts';
import type { Call, Handler, Reply } from './types.ts';

/**
 * Makes the handler of an operation that is open to everyone. It is not in operation.ts, so that it loads
 * neither keys nor stores.
 */
export const publicOperation = <Name extends OperationName>(
  name: Name,
  answer: (call: Call<Name>) => Promise<Reply>,
): Handler => pipeline(name, async () => undefined, answer);
