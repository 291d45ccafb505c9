import type { KeyLimits, Scope } from '../../../api.generated.ts';
import { counted, exactly } from '../../../report/units.ts';
import { find } from '../frame.ts';

export const notSignedIn = (): string => 'Sign in to see your account and your keys.';
export const facts = {
  user: 'User',
  role: 'Role',
  scopes: 'Rights of your present key',
  expires: 'Fixed end of your present key',
  teams: 'Teams',
  limits: 'Limits of bursts with your present key',
} as const;
export const roles = { user: 'user', admin: 'administrator' } as const;
export const none = (): string => 'none';
export const team = (name: string, itsRoles: readonly string[]): string =>
  itsRoles.length === 0 ? name : `${name}: ${itsRoles.join(', ')}`;
const limitWords: Readonly<Record<keyof KeyLimits, string>> = {
  usersPerSecMax: 'users per second',
  sessionsMax: 'users at work',
  durationMsMax: 'milliseconds of a run',
  shardsMax: 'shards of a phase',
  connectionsMax: 'connections',
  dollarsMax: 'dollars of a run',
  burstsAtOnceMax: 'bursts at once',
};
export const limits = (all: KeyLimits): string =>
  Object.entries(all)
    .map(
      ([name, most]) =>
        `${most.toLocaleString('en-US', { maximumFractionDigits: 6 })} ${limitWords[name as keyof KeyLimits]}`,
    )
    .join(', ');

export const keys = (): string => 'API keys';
export const browserKeys = (): string => 'Keys of browsers';
export const noKeys = (): string =>
  'You have no API key that you can see here. A program, such as a build server, signs in with an API key.';
export const noBrowserKeys = (): string => 'No browser has a key of yours.';
export const noName = (): string => 'without a name';
export const present = (): string => 'your present key';
export const scopes = (all: readonly Scope[]): string => all.join(', ');
export const created = (): string => 'created';
export const lastUse = (): string => 'last used';
export const never = (): string => 'never';
export const ends = (): string => 'ends';
/** The days until a key without use expires. */
export const endsUnused = (days: number): string =>
  days > 0 ? `in ${counted(days, 'day')} without use` : 'has ended';
export const isRevoked = (): string => 'revoked';
export const showAll = (count: number): string => `Show all ${exactly(count)} keys`;
export const actions = (name: string): string => `Actions for ${name}`;
export const rename = (): string => 'Rename';
export const newName = (): string => 'New name';
export const save = (): string => 'Save';
export const cancel = (): string => 'Cancel';
export const saving = (): string => 'Saving…';
export const renamed = (name: string): string => `The key has the name ${name} now.`;
export const revoke = (): string => 'Revoke';
/** @param schedules the names of the schedules with the key. Undefined: they are not known. */
export const revokeQuestion = (name: string, schedules: readonly string[] | undefined): string =>
  schedules === undefined
    ? `Revoke ${name}? Programs and schedules with this key stop working.`
    : `Revoke ${name}? Programs with this key stop working.${stopping(schedules)}`;
export const revokePresent = (name: string, schedules: readonly string[] | undefined): string =>
  `Revoke ${name}? This browser uses the key, so you will be signed out.${stopping(schedules ?? [])}`;
const stopping = (schedules: readonly string[]): string =>
  schedules.length === 0 ? '' : ` These schedules start no more bursts: ${schedules.join(', ')}.`;
export const keep = (): string => 'Keep it';
export const revoking = (): string => 'Revoking…';
export const revoked = (name: string): string => `The key ${name} is revoked.`;

export const newKey = (): string => 'New key';
export const name = (): string => 'Name';
export const rights = (): string => 'Rights';
export const scopeWords: Readonly<Record<Scope, string>> = {
  read: 'read records',
  upload: 'upload runs and change records',
  drive: 'start bursts and schedules',
  admin: 'manage users and teams',
};
export const lifetime = (): string => 'Ends';
export const lifetimes = {
  unused: 'after 30 days without use',
  7: 'after 7 days',
  30: 'after 30 days',
  90: 'after 90 days',
  365: 'after a year',
  never: 'never',
} as const;
export const endsWithPresent = (time: string): string =>
  `Your present key ends ${time}. A key that you make with it ends at the same time or earlier.`;
export const passwordForLonger = (): string => 'Password, for a key that lasts longer';
export const make = (): string => 'Make the key';
export const making = (): string => 'Making the key…';
export const noRights = (): string => 'Choose at least one right.';
export const made = (name: string): string =>
  `The key ${name} is made. Copy it now, because the page shows it only once.`;
export const secret = (): string => 'The new key';
export const copy = (): string => 'Copy';
export const copied = (): string => 'The key is copied.';
export const copyDenied = (): string =>
  'The browser has no clipboard. Select the key and copy it with the keyboard.';
export const done = (): string => 'I have stored the key';
export const leaveQuestion = (): string =>
  'You have not copied the new key, and no screen can show it again. Leave this screen?';
export const mayExist = (): string =>
  'The key may exist. Look for it in the list, and revoke a key that you cannot use.';

export const preferences = (): string => 'Your choices in this browser';
export const preferencesNote = (): string =>
  'The browser keeps them for all tabs. If an address names a time zone, the screen has times in that zone.';
export const colours = (): string => 'Colours';
export const looks = { system: 'as in your system', dark: 'dark', light: 'light' } as const;
export const times = (): string => 'Times in';
export const slashFinds = (): string => `The key / opens ${find()}`;

export const password = (): string => 'Password';
export const passwordNote = (): string =>
  'Your keys stay valid. If you have no password, an administrator can set the first one.';
export const presentPassword = (): string => 'Present password';
export const newPassword = (): string => 'New password';
export const again = (): string => 'New password again';
export const change = (): string => 'Change the password';
export const changing = (): string => 'Changing the password…';
export const changed = (): string => 'The password is changed.';
export const differs = (): string => 'The two new passwords differ.';
export const wrongPassword = (): string => 'The present password is wrong.';
