import { scenarios } from './limits.ts';

/**
 * Makes a log for problems that can occur in every request of a run. After a number of messages it reports
 * that it stops.
 */
export function boundedLog(log: (message: string) => void): (message: string) => void {
  let left: number = scenarios.warningsMax;
  return (message) => {
    if (left <= 0) return;
    left -= 1;
    log(left > 0 ? message : `${message}; further messages of this kind are not logged`);
  };
}
