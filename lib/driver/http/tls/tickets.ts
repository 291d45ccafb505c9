import type { TLSSocket } from 'node:tls';

/**
 * The newest session that the servers of a target gave. Every further connection resumes it. A server may
 * give no new session on a resumed connection, so Downpour uses the same session many times, over TLS 1.3 as
 * well.
 */
export class Tickets {
  /** Undefined: the next handshake is a full handshake. */
  newest: Buffer | undefined;

  /**
   * Keeps the sessions that arrive on a connection. A connection that closes before its handshake is complete
   * clears the session, because the session may be the cause.
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
