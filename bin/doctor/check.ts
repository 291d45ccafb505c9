/** One thing that was looked at. */
export type Check = {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found, for people. */
  readonly says: string;
  /** What to do about it; absent when it is fine. */
  readonly advice?: string;
};

export const ok = (name: string, says: string): Check => ({ name, state: 'ok', says });

export const warning = (name: string, says: string, advice: string): Check => ({
  name,
  says,
  advice,
  state: 'warning',
});

export const failed = (name: string, says: string, advice: string): Check => ({
  name,
  says,
  advice,
  state: 'failed',
});
