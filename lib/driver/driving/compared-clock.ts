import type { ClockOffset } from '../clock-offset.ts';
import type { DriveEnvironment } from './backend.ts';

/**
 * How the clock of this machine differs from the true time; undefined: nobody knows better. T0 is by the true
 * time, as are all instants that a drive reports; those by which it works are its own clock's.
 */
export async function comparedClock(environment: DriveEnvironment): Promise<ClockOffset | undefined> {
  try {
    return await environment.clockOffset();
  } catch (error) {
    environment.warn('the clock could not be compared with a time server', error);
    return undefined;
  }
}

/** An instant of this machine's clock by the true time. */
export const trueTime = (epochMs: number, clock: ClockOffset | undefined): number =>
  clock === undefined ? epochMs : Math.round(epochMs + clock.offsetMs);
