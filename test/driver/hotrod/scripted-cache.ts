import assert from 'node:assert/strict';
import type { Clock } from '../../../lib/driver/clock.ts';
import type {
  ConnectHotRod,
  HotRodOperation,
  HotRodReply,
  HotRodServer,
} from '../../../lib/driver/hotrod/transport.ts';

export type SeenCall = {
  readonly operation: HotRodOperation;
  readonly key: string;
  readonly value: string;
  readonly server: HotRodServer;
  readonly cache: string;
  readonly atNs: number;
};

/**
 * The answer of a cache: a number of milliseconds until it comes, an immediate error of the server, or no
 * answer.
 */
export type CacheAnswer = number | Error | 'silence';

export type CacheScript = {
  readonly answer: (call: SeenCall, index: number) => CacheAnswer;
  /** Opens a connection: returns the milliseconds that it takes, or the reason why it fails. Absent: 0. */
  readonly open?: (connection: number) => number | Error | string;
};

/** A cluster without sockets. It gives the answers of a script, in the time of a clock. */
export class ScriptedCaches {
  readonly seen: SeenCall[] = [];
  /** The number of all attempts to connect, and the number of open connections. */
  tried = 0;
  open = 0;
  probes = 0;
  readonly connect: ConnectHotRod;
  #inFlight = new Set<HotRodReply>();

  constructor(clock: Clock, script: CacheScript) {
    this.connect = (server, cache) => {
      let isLoaded = false;
      let isOpen = false;
      let isClosed = false;
      return {
        load: async () => {
          isLoaded = true;
        },
        open: () => {
          assert.ok(isLoaded, 'the client is loaded before it connects');
          this.tried += 1;
          const outcome = script.open?.(this.tried) ?? 0;
          return new Promise((resolve, reject) => {
            clock.after(typeof outcome === 'number' ? outcome : 0, () => {
              if (typeof outcome !== 'number') return reject(outcome);
              if (isClosed) return reject(new Error('closed'));
              isOpen = true;
              this.open += 1;
              resolve();
            });
          });
        },
        send: (operation, key, value, reply) => {
          const call = { operation, key, value, server, cache, atNs: clock.nowNs() };
          const answer = script.answer(call, this.seen.push(call) - 1);
          this.#inFlight.add(reply);
          const end = (tell: () => void): void => {
            if (this.#inFlight.delete(reply)) tell();
          };
          if (answer === 'silence') return;
          if (typeof answer === 'number') clock.after(answer, () => end(() => reply.answered('12345')));
          else clock.soon(() => end(() => reply.failed(answer.message)));
        },
        probe: () => {
          this.probes += 1;
          if (this.#broken) this.#fail();
        },
        isLost: (error) => error === 'lost',
        close: () => {
          if (isOpen) this.open -= 1;
          isOpen = false;
          isClosed = true;
        },
      };
    };
  }

  #broken = false;

  /** Simulates a socket that was closed. Only a request that sends bytes detects it. */
  break(): void {
    this.#broken = true;
  }

  #fail(): void {
    const replies = [...this.#inFlight];
    this.#inFlight.clear();
    this.#broken = false;
    for (const reply of replies) reply.failed('lost');
  }
}
