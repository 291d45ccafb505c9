export const withCode = (): string => 'Signing in with the code in the link';
export const otherPerson = (present: string, other: string): string =>
  `You are signed in as ${present}. This link signs this tab in as ${other}.`;
export const acceptOther = (other: string): string => `Sign in as ${other}`;
export const refuseOther = (present: string): string => `Stay ${present}`;
export const refusingOther = (): string => 'Discarding the key of the link';
export const withIssuer = (): string => 'Signing in';
export const keyTitle = (): string => 'With an API key';
export const key = (): string => 'API key';
export const keyHint = (command: string): string => `Make one with: ${command}`;
export const keyHere = (command: string, file: string): string =>
  `If Downpour runs on this computer, enter ${command} in a terminal: this command signs this browser in. The key is also in the file ${file}.`;
export const refusedKey = (): string =>
  'The key is not valid. It has a typing mistake, was revoked, has expired, or belongs to another deployment.';
export const useKey = (): string => 'Use this key';
export const passwordTitle = (): string => 'With a password';
export const user = (): string => 'User';
export const password = (): string => 'Password';
export const signIn = (): string => 'Sign in';
export const issuerTitle = (): string => 'With your organisation';
export const toIssuer = (host: string): string => `Sign in at ${host}`;
export const options = (): string => 'For this browser';
export const keep = (): string => 'Stay signed in on this browser for 12 hours';
export const asAdmin = (): string => 'Let this browser manage users and teams';
export const withoutKey = (): string => 'Continue without signing in';
export const publicOnly = (): string => 'You see only public data.';
export const already = (): string => 'You are signed in.';
export const goOn = (): string => 'Go on';
export const passwordKept = (): string =>
  'The page sends the password once, and gets a key for this browser that is valid for 12 hours.';
