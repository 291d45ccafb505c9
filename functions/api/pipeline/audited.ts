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

/** Notes what becomes of each request that asks for a change, within the request: who asks knows that it is written. */
export function audited<Name extends OperationName>(name: Name, answer: Answer<Name>): Answer<Name> {
  if (onlyReads(name)) return answer;
  return async (call) => {
    try {
      const reply = await answer(call);
      await note(name, call, reply.statusCode ?? 200, reply.body);
      return reply;
    } catch (error) {
      await note(name, call, error instanceof DownpourError ? error.status : 500);
      throw error;
    }
  };
}

/** Clients of dashboards and previews send what they ask for in a body: a key for reading is all that these take. */
const onlyReads = (name: OperationName): boolean =>
  ownMethod[name] === 'GET' || scopesOf[name].join() === 'read';

/** The change is made by now, so what cannot be written down is no failure of the request; the log has it then. */
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
    const what = `${entry.user} asked for ${operation} ${JSON.stringify(path)} and got ${status}`;
    log.error(`the audit could not note that ${what}`, { requestId, route: operation }, error);
  }
}

function expiry(at: number): { readonly goneAt?: number } {
  const days = process.env[environment.auditDays] ?? String(defaultAuditDays);
  return days === 'none' ? {} : { goneAt: Math.ceil(at / 1000) + Number(days) * 86_400 };
}
