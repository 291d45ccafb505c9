import { type ApiKey, isGood } from '../../lib/results/identity/api-key.ts';

type Key = ApiKey | undefined;

/** Why the key of a schedule starts no burst now. Undefined: the key is valid. */
export const refusedKey = (id: number, key: Key, now: number): string | undefined =>
  key !== undefined && isGood(key, now)
    ? undefined
    : `the API key ${id} of the schedule is revoked or expired; remove the schedule, and add it again with a valid key`;

/** Why the key of a schedule will start no burst at one of the next times. Each burst counts as a use. */
export function keyProblem(id: number, key: Key, now: number, next: readonly number[]): string | undefined {
  const refusal = refusedKey(id, key, now);
  if (key === undefined || refusal !== undefined) return refusal;
  const late = next.find((at, n) => !isGood({ ...key, lastUsedAt: next[n - 1] ?? key.lastUsedAt }, at));
  if (late === undefined) return undefined;
  const day = new Date(late).toISOString().slice(0, 10);
  return key.expiresAt !== undefined && key.expiresAt <= late
    ? `the API key ${id} of the schedule ends before the time of the schedule on ${day}; remove the schedule, and add it again with a key that lasts longer`
    : `the API key ${id} of the schedule expires after ${key.unusedDays} days without use, before the time of the schedule on ${day}; remove the schedule, and add it again with a key of \`downpour key create NAME --unused-days 0\``;
}
