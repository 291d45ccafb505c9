import type { TLSSocket } from 'node:tls';

/**
 * Keeps the newest TLS session that the servers of a target gave, so that further connections can resume it
 * (a shorter handshake). A server may give no new session on a resumed connection. So Downpour uses one
 * session many times, also over TLS 1.3.
 */
export class Tickets {
  /** The newest TLS session. Undefined: the next handshake is a full one. */
  newest: Buffer | undefined;

  /**
   * Keeps the TLS sessions that arrive on a connection. If the connection closes before its handshake is
   * complete, the session is removed, because the server may have rejected it.
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
