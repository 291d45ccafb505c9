import { signal } from '@preact/signals';
import { address, amend } from '../addresses/router.ts';
import { serverNow } from '../data/server-clock.ts';
import { instant, inUtc, show, timesIn, zone } from '../words/times.ts';

/** True when the address selects UTC instead of the reader's time zone. */
export const isUtc = (): boolean => address.value.query.get('tz') === 'UTC';

/** The dates in the reader's time zone and in UTC. They change at midnight. */
const dates = signal('');
setInterval(noteDates, 10_000);

function noteDates(): void {
  const now = new Date(serverNow());
  dates.value = `${now.toDateString()} ${now.toISOString().slice(0, 10)}`;
}

/** The present time, for a component that names days. It is drawn again when another day begins. */
export function nowOfDay(): number {
  void dates.value;
  return serverNow();
}

/** A time in the reader's time zone. Its tooltip has the time in UTC. */
export function Moment({ ms }: { readonly ms: number }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={inUtc(ms)}>
      {instant(ms, nowOfDay(), isUtc())}
    </time>
  );
}

/** The name of the time zone on a screen, and a link that switches to the other one. */
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
