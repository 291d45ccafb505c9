/** A call of the published clients' own tests, and the case that holds it for each of them. */
export type ClientCall = { readonly what: string; readonly python: string; readonly go: string };

const apart = 'Not there: the client refuses or is set up by itself, and nothing is sent.';
const refusals = 'refusals have their status';
const keys = 'call 7 and 8: keys are made, listed, renamed and revoked';
const withoutKey = 'call 10 and 11: without a key';
const ownKeys = 'call 12: a key is made, sent over TLS and never without';
const version = 'call 1: the version, anonymous, with a key and logged in';

export const calls: readonly ClientCall[] = [
  { what: 'The version is told to anybody, with the time of the start', python: version, go: version },
  {
    what: 'Without credentials a request has no `Authorization`',
    python: 'call 2: nothing is added without credentials',
    go: 'call 2: nothing is added without credentials',
  },
  {
    what: 'A user and a password become a bearer token',
    python: 'call 3: a token is fetched and sent',
    go: 'call 3: a token is fetched and sent',
  },
  { what: 'A password without a user is refused', python: 'call 4: a password without a user', go: apart },
  { what: 'HTTP Basic sets up another provider', python: 'call 5: a user by Basic', go: apart },
  {
    what: 'A page of no tests counts none',
    python: 'call 6: no tests at first',
    go: 'call 6: no tests at first',
  },
  { what: 'A key that is made lists the keys of its user', python: keys, go: ownKeys },
  { what: 'A key in the wrong case answers 401', python: keys, go: refusals },
  {
    what: 'A test is made, counted and deleted',
    python: 'call 9: tests are made, read and deleted, with a token and with a key',
    go: 'call 9: tests are made, counted and deleted, with a token and with a key',
  },
  { what: 'A test that nobody makes answers 401, and none is counted', python: withoutKey, go: refusals },
  { what: 'A test that is not there answers 404', python: withoutKey, go: refusals },
  {
    what: 'A key is sent over TLS, and the library refuses to send it without',
    python: 'Not there: this client sends keys over plain HTTP too.',
    go: ownKeys,
  },
];
