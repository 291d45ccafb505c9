import { signal } from '@preact/signals';
import { serverNow } from '../../client/server-clock.ts';
import { address, amend } from '../addresses/router.ts';
import { preferredZone } from '../data/preferences.ts';
import { instant, inUtc, show, timesIn, zone } from '../words/times.ts';

/** True for UTC, false for the reader's time zone. The address selects it, or else the preference does. */
export const isUtc = (): boolean => (address.value.query.get('tz') ?? preferredZone.value) === 'UTC';

/** The present dates in the reader's time zone and in UTC. They change at midnight. */
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
  const [shown, other, next] = isUtc() ? ['UTC', own, 'local'] : [own, 'UTC', 'UTC'];
  return (
    <>
      {timesIn(shown)}{' '}
      <button
        type="button"
        class="plain"
        onClick={() => amend({ tz: next === preferredZone.value ? '' : next }, { push: true })}
      >
        {show(other)}
      </button>
    </>
  );
}
