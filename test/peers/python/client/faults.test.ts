import { before, suite } from 'node:test';
import { type readOutcomes, testOutcomes } from '../../../local/outcomes.ts';
import { runOutcomes } from './client.ts';

suite('the clients for Python and servers that misbehave', { timeout: 120_000 }, () => {
  let outcomes: ReturnType<typeof readOutcomes> = [];
  before(async () => {
    outcomes = await runOutcomes('faults.py');
  });
  testOutcomes(
    [
      'A request ends after its time limit, and its error names the limit',
      'A caller need not wait for a late server',
      'When a server is busy, the client repeats a read and does not repeat a change',
      'The client does not send its key to another host to which an answer redirects',
      'Redirects in a circle end with an error',
      'A server that speaks another protocol gives no answer, and a page of another program is no value',
      'After a cut answer, the client repeats a start with the same idempotency key, and repeats no read',
      'The client does not repeat a request after an untrusted certificate. With a TLS context, it can trust it',
      'An interrupt ends flows that run at the same time, before their next step',
      'A token is used until shortly before its end, and then renewed',
      'A newer server has more members, and an older one does not know a request: the error names the version',
      'A connection that is lost for a while does not end the watch, and each second comes once',
      'A misspelt parameter is an error, a key may end with a line break, and no error shows it',
      'The text of a refused benchmark has its first error, and its details are all problems',
      'A datetime with its zone is an instant in every call, and one without a zone is an error',
    ],
    () => outcomes,
  );
});
