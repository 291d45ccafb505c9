import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../../lib/driver/driving/threads/serve-thread.ts';
import { log } from '../../log.ts';
import { realClock } from '../clock/real-clock.ts';
import { collectGarbage } from '../process/garbage.ts';
import { startMeter } from '../process/meter.ts';
import { warmUp } from '../warmup/warm-up.ts';

/** The code of a further event loop of drives, started by `start-thread.ts`. Early messages wait. */
const port = parentPort;
if (port === null) throw new Error('this is a thread of a drive; it was started as a program');
await warmUp(realClock).catch((error: unknown) => log.warn('a thread starts without a warm-up', {}, error));
port.on(
  'message',
  serveThread({ clock: realClock, meter: startMeter, collectGarbage }, (message) =>
    port.postMessage(message),
  ),
);
