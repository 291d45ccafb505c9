import type { ClockOffset } from '../clock-offset.ts';
import type { DriveEnvironment } from './backend.ts';

/**
 * The difference between the clock of this machine and the true time of a time server. Undefined when it is
 * unknown. T0 and all instants that a drive reports are in true time. Inside the drive, all instants are by
 * its own clock.
 */
export async function comparedClock(environment: DriveEnvironment): Promise<ClockOffset | undefined> {
  try {
    return await environment.clockOffset();
  } catch (error) {
    environment.warn('the clock of this load generator could not be compared with a time server', error);
    return undefined;
  }
}

/** Converts an instant of this machine's clock to true time. */
export const trueTime = (epochMs: number, clock: ClockOffset | undefined): number =>
  clock === undefined ? epochMs : Math.round(epochMs + clock.offsetMs);
