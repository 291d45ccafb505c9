import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FromThread } from '../../../../lib/driver/driving/threads/messages.ts';
import { serveThread } from '../../../../lib/driver/driving/threads/serve-thread.ts';
import { assignmentOf } from '../../../../lib/driver/planning/sharding/assignment.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { atOnce, meterOf, planFor } from '../stage.ts';

test('a thread watches its loop from the order to open a part to its close, also when it could not', async () => {
  const watched: string[] = [];
  const output: FromThread[] = [];
  const receive = serveThread(
    {
      clock: new VirtualClock().clock,
      connect() {
        throw new Error('no server is there');
      },
      connectHotRod: () => assert.fail('the benchmark has no cluster'),
      collectGarbage: () => {},
      meter() {
        watched.push('begin');
        const { stop, ...meter } = meterOf({});
        const end = (): ReturnType<typeof stop> => {
          watched.push('end');
          return stop();
        };
        return { ...meter, stop: end };
      },
    },
    (message) => output.push(message),
  );
  await receive({ id: 1, call: 'open', order: { assignment: assignmentOf(planFor(atOnce), 0, 0, 0) } });
  assert.deepEqual(watched, ['begin']);
  await receive({ id: 2, call: 'close', order: undefined });
  assert.deepEqual(watched, ['begin', 'end']);
  await receive({ id: 3, call: 'close', order: undefined });
  assert.deepEqual(watched, ['begin', 'end']);
  assert.deepEqual(output, [
    { id: 1, error: 'cannot reach http://127.0.0.1:80: no server is there' },
    { id: 2, reply: undefined },
    { id: 3, reply: undefined },
  ]);
});
