import type { AuditEntry, AuditPage } from '../../../api.generated.ts';
import type { AuditStore } from '../../ports/identity-stores.ts';

const dayMs = 86_400_000;
/** The most days that one page reads. Each day needs a request. */
const daysMax = 31;
/** The fewest records that are read together, because a filter may select only some of them. */
const readAhead = 100;

export type AuditSelection = {
  readonly limit: number;
  /** The `next` of the previous page, after which this page begins. */
  readonly before?: string | undefined;
  readonly user?: string | undefined;
  readonly operation?: string | undefined;
};

/**
 * Reads audit records from the latest on, day by day. A page ends early when it has read `daysMax` days
 * without finding enough records.
 */
export async function auditPage(
  store: AuditStore,
  now: number,
  selection: AuditSelection,
): Promise<AuditPage> {
  const entries: AuditEntry[] = [];
  let before = selection.before;
  let at = before === undefined ? now : instantOf(before);
  for (let day = 0; day < daysMax; ) {
    const most = Math.max(readAhead, selection.limit);
    const page = await store.page(at, most, before);
    for (const { sk, goneAt, ...entry } of page) {
      before = sk;
      if (!isSelected(entry, selection) || (goneAt !== undefined && goneAt * 1000 <= now)) continue;
      entries.push(entry);
      if (entries.length === selection.limit) return { entries, next: sk };
    }
    if (page.length === most) continue;
    day++;
    at = Math.floor(at / dayMs) * dayMs - 1;
    before = undefined;
    if (at < 0) return { entries };
  }
  return { entries, next: String(at + 1).padStart(15, '0') };
}

const isSelected = (entry: AuditEntry, { user, operation }: AuditSelection): boolean =>
  (user === undefined || entry.user === user) && (operation === undefined || entry.operation === operation);

/**
 * The instant in a sort key. A key at the beginning of a day means the day before, because that day is not
 * read yet.
 */
function instantOf(before: string): number {
  const [instant = '', request] = before.split('#');
  return request === undefined ? Number(instant) - 1 : Number(instant);
}
