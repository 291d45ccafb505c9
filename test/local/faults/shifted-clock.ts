/**
 * Imported before a program (`--import shifted-clock.ts?ms=300`), this sets the wall clock of its process
 * wrong by so many milliseconds; the monotonic clock stays right, as on a machine whose clock nobody sets.
 */
const shiftMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const RealDate = Date;
const now = RealDate.now.bind(RealDate);

class ShiftedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(now() + shiftMs);
    else super(...given);
  }

  static override now(): number {
    return now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
