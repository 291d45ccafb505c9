/**
 * Imported before a program (`--import shifted-clock.ts?ms=300`), this module shifts the wall clock of the
 * process by this many milliseconds. The monotonic clock remains right, as on a machine whose clock is not
 * synchronised.
 */
const shiftMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const RealDate = Date;
let now: () => number = RealDate.now.bind(RealDate);

class ShiftedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(now() + shiftMs);
    else super(...given);
  }

  // The runtime of functions sets its own clock. This class then shifts that clock as well.
  static override get now(): () => number {
    const base = now;
    return () => base() + shiftMs;
  }

  static override set now(clock: () => number) {
    now = clock;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
