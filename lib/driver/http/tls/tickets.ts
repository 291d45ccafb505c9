import type { TLSSocket } from 'node:tls';

/**
 * The newest session that a target's servers gave, which every further connection resumes: servers need not
 * give another one on a resumed connection, so it is used again and again, over TLS 1.3 as well.
 */
export class Tickets {
  /** Undefined: the next handshake is a full one. */
  newest: Buffer | undefined;

  /**
   * Keeps what comes on a connection. One that ends before its handshake forgets it: the session may be to
   * blame.
   */
  watch(socket: TLSSocket): void {
    const forget = (): void => {
      this.newest = undefined;
    };
    socket.once('close', forget);
    socket.once('secureConnect', () => socket.off('close', forget));
    socket.on('session', (session) => {
      this.newest = session;
    });
  }
}
