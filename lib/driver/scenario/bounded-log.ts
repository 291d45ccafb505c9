import { scenarios } from './limits.ts';

/**
 * Makes a log function for problems that can occur in every request of a run. After some messages it reports
 * that further ones are left out.
 */
export function boundedLog(log: (message: string) => void): (message: string) => void {
  let left: number = scenarios.warningsMax;
  return (message) => {
    if (left <= 0) return;
    left -= 1;
    log(left > 0 ? message : `${message}; further messages of this kind are not logged`);
  };
}
