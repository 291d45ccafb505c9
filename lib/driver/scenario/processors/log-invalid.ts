import { numbered } from '../../../words.ts';
import { boundedLog } from '../bounded-log.ts';
import { processor } from '../kind.ts';
import { scenarios } from '../limits.ts';

/**
 * This processor must be the last one of a response. Only at the end is it known whether the response is
 * valid.
 */
export const logInvalid = processor({
  name: 'logInvalid',
  summary: 'Writes the bodies of the first invalid responses to the log of the shard, and cuts long ones.',
  example: 'logInvalid',
  cost: `Keeps up to the first ${scenarios.loggedBytesMax / 2 ** 10} KiB of every body, and writes them when the response is invalid.`,
  atError: `It never fails; after ${scenarios.warningsMax} bodies it writes no more of them in this shard.`,
  fields: {},
  compile(_body, { environment }) {
    const log = boundedLog(environment.log);
    return () => {
      const kept: Buffer[] = [];
      let size = 0;
      const drop = (): void => {
        kept.length = 0;
        size = 0;
      };
      return {
        begin: drop,
        abort: drop,
        data(session, _sequence, bytes, last) {
          if (bytes.length > 0 && size < scenarios.loggedBytesMax) kept.push(Buffer.from(bytes));
          size += bytes.length;
          if (!last || session.currentRequest?.valid !== false) return;
          const text = Buffer.concat(kept).subarray(0, scenarios.loggedBytesMax).toString('utf8');
          log(`invalid response of ${numbered(size, 'byte')}: ${text}`);
        },
      };
    };
  },
});
