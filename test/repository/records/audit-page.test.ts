import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditStore } from '../../../lib/repository/ports/identity-stores.ts';
import { auditPage } from '../../../lib/repository/records/identity/audit-page.ts';

/** A page of the audit log reads at most a month of days. The next page continues where it ended. */

const dayMs = 86_400_000;

/**
 * A store with one record on some days, `ms` milliseconds after midnight. It records the days that are read.
 */
function openStore(days: readonly number[], ms = 5) {
  const asked: number[] = [];
  const page: AuditStore['page'] = async (at, limit, before) => {
    const day = Math.floor(at / dayMs);
    asked.push(day);
    const instant = String(day * dayMs + ms).padStart(15, '0');
    const records = days.includes(day) ? [{ sk: `${instant}#r`, user: 'ada', at: day * dayMs + ms }] : [];
    return records.filter(({ sk }) => before === undefined || sk < before).slice(0, limit) as never;
  };
  return { asked, store: { page } as AuditStore };
}

const expected = { limit: 10 };

test('a page of days without records ends after 31 of them, and the next one continues behind', async () => {
  const { store, asked } = openStore([1000 - 31, 1000 - 62]);
  const first = await auditPage(store, 1000 * dayMs + 7, expected);
  assert.deepEqual(first.entries, []);
  assert.deepEqual([asked.length, asked[0], asked.at(-1)], [31, 1000, 970]);
  const second = await auditPage(store, 1000 * dayMs + 7, { ...expected, before: first.next });
  assert.deepEqual(
    second.entries.map(({ at }) => at),
    [969 * dayMs + 5],
  );
  assert.deepEqual([asked.length, asked[31], asked.at(-1)], [62, 969, 939]);
  const third = await auditPage(store, 1000 * dayMs + 7, { ...expected, before: second.next });
  assert.deepEqual(
    third.entries.map(({ at }) => at),
    [938 * dayMs + 5],
  );
});

test('the last record of the day where a page ended is on the next one', async () => {
  const { store } = openStore([1000 - 31], dayMs - 1);
  const { entries, next } = await auditPage(store, 1000 * dayMs, expected);
  assert.deepEqual(entries, []);
  const second = await auditPage(store, 1000 * dayMs, { ...expected, before: next });
  assert.deepEqual(
    second.entries.map(({ at }) => at),
    [970 * dayMs - 1],
  );
});

test('the search ends at the first day of the log', async () => {
  const { store, asked } = openStore([0]);
  const { entries, next } = await auditPage(store, 3 * dayMs, expected);
  assert.deepEqual([asked, entries.length, next], [[3, 2, 1, 0], 1, undefined]);
});
