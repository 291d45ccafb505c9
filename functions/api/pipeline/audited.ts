import { type OperationName, ownMethod, scopesOf } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { defaultAuditDays, environment } from '../../../lib/names/environment.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { auditEntry } from '../../../lib/results/identity/audit.ts';
import { log } from '../../log.ts';
import { stores } from '../../stores.ts';
import type { Call, Reply } from './types.ts';

type Answer<Name extends OperationName> = (
  call: Call<Name> & { readonly caller: Principal },
) => Promise<Reply>;

/** Wraps an operation so that each change is written to the audit log before the client gets the response. */
export function audited<Name extends OperationName>(name: Name, answer: Answer<Name>): Answer<Name> {
  if (onlyReads(name)) return answer;
  return async (call) => {
    try {
      const reply = await answer(call);
      await note(name, call, reply.statusCode, reply.body);
      return reply;
    } catch (error) {
      await note(name, call, error instanceof DownpourError ? error.status : 500);
      throw error;
    }
  };
}

/**
 * Whether an operation only reads, although its request has a body. Dashboards and previews send queries in a
 * body, and need only a key for reading.
 */
const onlyReads = (name: OperationName): boolean =>
  ownMethod[name] === 'GET' || scopesOf[name].join() === 'read';

/**
 * Writes the record of a change to the audit log. The change is made already, so the request succeeds even
 * without the record. In this case the change is written to the log of the function.
 */
async function note(
  operation: OperationName,
  { caller, path, body, requestId, now: at }: Call<OperationName> & { readonly caller: Principal },
  status: number,
  answer = '',
): Promise<void> {
  const entry = auditEntry(caller, { at, requestId, operation, path, body, status, answer });
  try {
    await stores().audit.put({ ...entry, ...expiry(at) });
  } catch (error) {
    const what = `${entry.user} called ${operation} ${JSON.stringify(path)} and got ${status}`;
    log.error(`the audit log could not record that ${what}`, { requestId, route: operation }, error);
  }
}

function expiry(at: number): { readonly goneAt?: number } {
  const days = process.env[environment.auditDays] ?? String(defaultAuditDays);
  return days === 'none' ? {} : { goneAt: Math.ceil(at / 1000) + Number(days) * 86_400 };
}
