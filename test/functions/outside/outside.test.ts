import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { outside } from '../../../functions/outside/outside.ts';

test('An event is logged where no bus receives it', async (t) => {
  const lines = mock.method(console, 'log', () => undefined);
  t.after(() => lines.mock.restore());
  const run = { id: 7, start: 1, stop: 2, owner: 'team' };
  await outside.publish({ kind: 'run/new', testId: 3, testName: 'shop', run });
  const { message } = JSON.parse(String(lines.mock.calls[0]?.arguments.at(0)));
  assert.match(message, /^event run\/new: \{.*"testName":"shop"/);
});
