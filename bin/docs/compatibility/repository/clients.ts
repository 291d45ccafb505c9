/** A call in the tests of the published clients, and the name of its case for each client. */
export type ClientCall = { readonly assertion: string; readonly python: string; readonly go: string };

const apart = 'Absent: the client itself rejects the call or configures itself, and sends nothing.';
const refusals = 'refusals have their status';
const keys = 'call 7 and 8: keys are made, listed, renamed and revoked';
const withoutKey = 'call 10 and 11: without a key';
const ownKeys = 'call 12: a key is made, sent over TLS and never without';
const version = 'call 1: the version, anonymous, with a key and logged in';

export const calls: readonly ClientCall[] = [
  {
    assertion: 'The version needs no credentials, and has the time of the start',
    python: version,
    go: version,
  },
  {
    assertion: 'Without credentials a request has no `Authorization`',
    python: 'call 2: nothing is added without credentials',
    go: 'call 2: nothing is added without credentials',
  },
  {
    assertion: 'A user and a password become a bearer token',
    python: 'call 3: a token is fetched and sent',
    go: 'call 3: a token is fetched and sent',
  },
  {
    assertion: 'A password without a user is rejected',
    python: 'call 4: a password without a user',
    go: apart,
  },
  { assertion: 'HTTP Basic configures another provider', python: 'call 5: a user by Basic', go: apart },
  {
    assertion: 'Without tests, a page of tests counts 0',
    python: 'call 6: no tests at first',
    go: 'call 6: no tests at first',
  },
  { assertion: 'A new key lists the keys of its user', python: keys, go: ownKeys },
  { assertion: 'A key in the wrong case answers 401', python: keys, go: refusals },
  {
    assertion: 'A test is created, counted and deleted',
    python: 'call 9: tests are made, read and deleted, with a token and with a key',
    go: 'call 9: tests are made, counted and deleted, with a token and with a key',
  },
  {
    assertion: 'An anonymous request to create a test answers 401, and 0 tests are counted',
    python: withoutKey,
    go: refusals,
  },
  { assertion: 'A missing test answers 404', python: withoutKey, go: refusals },
  {
    assertion: 'A key is sent over TLS, and the library refuses to send it without TLS',
    python: 'Absent: this client sends keys over plain HTTP too.',
    go: ownKeys,
  },
];
