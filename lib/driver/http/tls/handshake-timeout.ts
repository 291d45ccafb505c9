import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../clock.ts';
import type { TlsSettings } from '../../model/tls.ts';
import { connecting } from '../limits.ts';

/** The longest time from resolving a target's name to an open connection, in milliseconds. */
export const openingMsMax = ({
  protocol,
  tls,
}: {
  readonly protocol: string;
  readonly tls?: TlsSettings;
}): number =>
  connecting.reachMsMax + (protocol === 'http' ? 0 : (tls?.handshakeTimeoutMs ?? connecting.handshakeMs));

/** Ends a socket if its TLS handshake takes longer than `ms` milliseconds after it has connected. */
export function boundHandshake(socket: TLSSocket, ms: number, clock: Clock): void {
  socket.once('connect', () => {
    const cancel = clock.after(ms, () => {
      const message = `the TLS handshake took longer than ${ms} ms`;
      socket.destroy(Object.assign(new Error(message), { code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }));
    });
    socket.once('secureConnect', cancel);
    socket.once('close', cancel);
  });
}
