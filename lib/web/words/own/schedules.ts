export const columns = { next: 'next', last: 'last' } as const;
export const none = (): string =>
  'There is no schedule yet. A schedule starts the burst of a document at set times, for example each night.';
export const howTo = (): string => 'Write a document, and press Schedule there';
export const orCommand = (): string => 'or use a command:';
export const command = "downpour schedule add shop.hf.yaml --cron '0 3 * * *'";
export const neverAgain = (): string => 'never again';
export const notYet = (): string => 'not yet';
export const noBurst = (problem: string): string => `started no burst: ${problem}`;
export const keyProblem = (problem: string): string => `The schedule needs another key: ${problem}`;
/** Downpour lists a burst for 30 days. */
export const tooOld = (): string => 'more than 30 days ago';
export const lastBurst = (): string => 'burst';
export const lastRun = (id: number): string => `run ${id}`;
export const ownedBy = (user: string): string => `owned by ${user}`;
export const actions = (name: string): string => `Actions for ${name}`;
export const runNow = (): string => 'Run now';
export const starting = (): string => 'Starting…';
export const uncertain = (): string =>
  'The burst may have started. Press Run now again: the same start never starts a second burst.';
export const remove = (): string => 'Remove';
export const removeQuestion = (name: string): string =>
  `Remove ${name}, its document and its files? A burst that it has started continues.`;
export const keep = (): string => 'Keep it';
export const removing = (): string => 'Removing…';
export const removed = (name: string): string => `The schedule ${name} is removed.`;
export const goneMeanwhile = (name: string): string => `Another person has removed the schedule ${name}.`;
export const showAll = (count: number): string => `Show all ${count} schedules`;
export const problemAt = (line: number, column: number, message: string): string =>
  `${line}:${column} ${message}`;

export const open = (): string => 'Schedule';
export const note = (): string =>
  'Downpour keeps the document, the values of its parameters and its files until a person removes the schedule.';
export const name = (): string => 'Name';
export const nameHint = (): string => 'Letters, digits, hyphens and underscores, such as nightly-shop.';
export const timetable = (): string => 'Times';
export const timetableHint = (): string =>
  'Five fields of cron, such as 0 3 * * 1-5 (at 3:00 from Monday to Friday), or @daily, or rate(30 minutes).';
export const timezone = (): string => 'Time zone';
export const make = (): string => 'Make the schedule';
export const making = (): string => 'Making the schedule…';
export const made = (name: string): string => `The schedule ${name} is made.`;
export const mayExist = (): string => 'The schedule may exist.';
export const all = (): string => 'Show all schedules';
export const keyEnds = (time: string): string =>
  `The schedule starts its bursts with your present key, which ends ${time}. After that it starts no burst.`;
export const browserKeyEnds = (time: string): string =>
  `The schedule starts its bursts with the key of this browser. That key ends when you sign out, or ${time}. After that the schedule starts no burst. For a lasting schedule, sign in with an API key.`;
