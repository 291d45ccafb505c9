/** The result of one check. */
export type Check = {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** The finding, for people. */
  readonly says: string;
  /** The user's next step. Absent when the check passed. */
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
