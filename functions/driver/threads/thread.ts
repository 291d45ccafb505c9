import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../../lib/driver/driving/threads/serve-thread.ts';
import { log } from '../../log.ts';
import { realClock } from '../clock/real-clock.ts';
import { collectGarbage } from '../process/collect-garbage.ts';
import { startMeter } from '../process/meter.ts';
import { warmUp } from '../warmup/warm-up.ts';

/**
 * The code of a further event loop of drives, which `start-thread.ts` starts. Messages wait in its port until
 * the thread is warm.
 */
const port = parentPort;
if (port === null)
  throw new Error('a load generator starts this file as a thread; it cannot run as a program');
await warmUp(realClock).catch((error: unknown) =>
  log.warn(
    'a thread of the load generator starts without a warm-up, so its first requests may be late',
    {},
    error,
  ),
);
port.on(
  'message',
  serveThread({ clock: realClock, meter: startMeter, collectGarbage }, (message) =>
    port.postMessage(message),
  ),
);
