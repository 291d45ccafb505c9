import type { TLSSocket } from 'node:tls';
import { connecting } from '../../limits.ts';

/**
 * What a target's servers gave to resume sessions with. A ticket of TLS 1.3 is used for one connection, as browsers do; a
 * session of TLS 1.2 is used again and again, because its server gives no other one.
 */
export class Tickets {
  /** The newest last. */
  readonly #kept: { readonly session: Buffer; readonly once: boolean }[] = [];

  /** The newest; undefined when the next handshake has to be a full one. */
  take(): Buffer | undefined {
    const newest = this.#kept.at(-1);
    if (newest?.once === true) this.#kept.pop();
    return newest?.session;
  }

  /** Keeps what comes on a connection. One that ends before its handshake forgets all: a ticket may be to blame. */
  watch(socket: TLSSocket): void {
    let shaken = false;
    socket.once('secureConnect', () => {
      shaken = true;
    });
    socket.once('close', () => {
      if (!shaken) this.#kept.length = 0;
    });
    socket.on('session', (session) => {
      const once = socket.getProtocol() === 'TLSv1.3';
      if (!once) this.#kept.length = 0;
      this.#kept.push({ session, once });
      if (this.#kept.length > connecting.ticketsMax) this.#kept.shift();
    });
  }
}
