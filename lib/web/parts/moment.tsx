import { address, amend } from '../addresses/router.ts';
import { instant, inUtc, show, timesIn, zone } from '../words/times.ts';

/** Whether the address asks for UTC in place of the zone of the reader. */
export const isUtc = (): boolean => address.value.query.get('tz') === 'UTC';

/** A time in the zone of the reader, with UTC in its title. */
export function Moment({ ms }: { readonly ms: number }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={inUtc(ms)}>
      {instant(ms, Date.now(), isUtc())}
    </time>
  );
}

/** The zone of the times on a screen, and the way to the other one. */
export function Zone() {
  const own = zone();
  if (own === 'UTC') return timesIn(own);
  const [shown, other] = isUtc() ? ['UTC', own] : [own, 'UTC'];
  return (
    <>
      {timesIn(shown)}{' '}
      <button
        type="button"
        class="plain"
        onClick={() => amend({ tz: other === 'UTC' ? other : '' }, { push: true })}
      >
        {show(other)}
      </button>
    </>
  );
}
