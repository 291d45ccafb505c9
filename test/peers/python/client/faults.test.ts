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
      'A request ends after its time, and says so',
      'A caller need not wait for a late server',
      'A busy server is asked again for a value, and not for a change',
      'An answer elsewhere is read without the key',
      'A redirect that never ends is no value',
      'A server that speaks another protocol gives no answer, and a page of another program is no value',
      'A start whose answer is cut off is sent again with its key, and a read is not',
      'A certificate that is not trusted ends the repeats, and a context trusts it',
      'An interrupt ends flows that run at the same time, before their next step',
      'A token is used until shortly before its end, and then renewed',
      'A newer server has more members, and an older one does not know a request: the error names the version',
      'A connection that is lost for a while does not end the watch, and each second comes once',
    ],
    () => outcomes,
  );
});
