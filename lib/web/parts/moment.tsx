import { instant, inUtc } from '../words/times.ts';

/** A time in the zone of the reader, with UTC in its title. */
export function Moment({ ms }: { readonly ms: number }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={inUtc(ms)}>
      {instant(ms, Date.now())}
    </time>
  );
}
