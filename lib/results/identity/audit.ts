import type { AuditEntry, Requests } from '../../api.generated.ts';
import type { Principal } from '../access.ts';
import { keyId } from './api-key.ts';

/**
 * A record of a request that changes something: its user, its operation, its time and its result. It has the
 * names of users in the request, but never secrets.
 */
export type AuditRecord = AuditEntry & {
  /** Epoch seconds after which the record is deleted; absent: never. */
  readonly goneAt?: number;
};

type Change = {
  readonly at: number;
  readonly requestId: string;
  readonly operation: string;
  readonly path: Readonly<Record<string, unknown>> | undefined;
  /** The body of the request, after its validation. */
  readonly body: unknown;
  readonly status: number;
  /** The text of the response. */
  readonly answer: string;
};

const idsMax = 100;

export function auditEntry({ user, keyId: key, by }: Principal, change: Change): AuditEntry {
  const { at, requestId, operation, path = {}, body, status, answer } = change;
  const users = usersIn(operation, body);
  const ids = Object.entries(path).map(([name, value]) => [name, String(value)] as const);
  const made = status < 300 ? idsIn(answer) : [];
  return {
    at,
    requestId,
    user,
    operation,
    status,
    by: by ?? 'key',
    ...(key !== 0 && { keyId: key }),
    ...(ids.length > 0 && { path: Object.fromEntries(ids) }),
    ...(users.length > 0 && { users: [...users] }),
    ...(made.length > 0 && { made: [...made] }),
  };
}

/** The users whom a change affects, if the request names them in its body instead of its path. */
function usersIn(operation: string, body: unknown): readonly string[] {
  if (operation === 'user-create') return [(body as Requests['user-create']['body']).user.username];
  if (operation === 'administrator-set')
    return (body as Requests['administrator-set']['body']).slice(0, idsMax);
  return [];
}

/**
 * Ids in a response: a number, a list of numbers, the member `id` of a record, or the id in the text of a
 * key.
 */
function idsIn(answer: string): readonly number[] {
  const key = keyId(answer);
  if (key !== undefined) return [key];
  if (/^\d+(,\d+)*$/.test(answer)) return numbers(answer.split(',').map(Number));
  if (!/^[[{]/.test(answer) || answer.length > 1_000_000) return [];
  const value: unknown = JSON.parse(answer);
  if (Array.isArray(value)) return numbers(value);
  return numbers([(value as { readonly id?: unknown }).id]);
}

const numbers = (values: readonly unknown[]): readonly number[] =>
  values.filter((value): value is number => Number.isSafeInteger(value)).slice(0, idsMax);
