import type { Clock } from '../clock.ts';
import type { Target } from '../model/benchmark.ts';
import type { ConnectionGauges } from './connection-gauges.ts';
import { within } from './preflight/preflight.ts';
import { openingMsMax } from './tls/handshake.ts';
import type { Transport, TransportHandler, TransportRequest } from './transport.ts';
import type { Place } from './unreachable.ts';

export type ConnectionEnvironment = {
  readonly clock: Clock;
  readonly target: Place & Pick<Target, 'tls'>;
  readonly gauges: ConnectionGauges;
  /** Makes a transport to one of the addresses of the target. */
  readonly connect: (closed: () => void) => Transport;
};

type Waiting = { readonly request: TransportRequest; readonly handler: TransportHandler };

/**
 * A place for a connection. It opens a socket when it is first needed and another one after that was closed;
 * requests wait for the opening here.
 */
export class Connection {
  /** Requests handed to this connection and not yet answered. Counted by the pool. */
  inFlight = 0;
  /**
   * Since when nothing is in flight, nanoseconds since T0, where a keep-alive time is set. Written by the
   * stock.
   */
  idleSinceNs = 0;
  readonly #environment: ConnectionEnvironment;
  /** The socket has opened or closed, so that `capacity` is another. */
  readonly #changed: (connection: Connection) => void;
  #transport: Transport | undefined;
  #isOpen = false;
  #waiting: Waiting[] = [];
  #failedToOpen = false;
  /** What the sockets before this one have carried. */
  #pastSent = 0;
  #pastReceived = 0;
  #takenSent = 0;
  #takenReceived = 0;

  constructor(environment: ConnectionEnvironment, changed: (connection: Connection) => void) {
    this.#environment = environment;
    this.#changed = changed;
  }

  /** Requests that it takes at once; one before its socket is open, because nobody knows more. */
  get capacity(): number {
    return this.#isOpen && this.#transport !== undefined ? this.#transport.capacity : 1;
  }

  /** It takes one more request. */
  get hasRoom(): boolean {
    return this.inFlight < this.capacity;
  }

  /** The last try to open a socket has failed. */
  get failedToOpen(): boolean {
    return this.#failedToOpen;
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    if (this.#isOpen) {
      this.#transport?.dispatch(request, handler);
      return;
    }
    this.#waiting.push({ request, handler });
    if (this.#transport === undefined) this.#openForWaiting();
  }

  /**
   * Rejects with the reason why the socket could not be opened; requests that wait for it end with the same.
   */
  async open(): Promise<void> {
    const { clock, target, connect, gauges } = this.#environment;
    const transport = connect(() => this.#closed(transport));
    this.#transport = transport;
    try {
      await within(clock, openingMsMax(target), target, transport.open());
    } catch (error) {
      transport.close(error as Error);
      if (this.#transport !== transport) throw error;
      this.#failedToOpen = true;
      this.#forget(transport);
      this.#endWaiting(error as Error);
      throw error;
    }
    if (this.#transport !== transport) return;
    gauges.opened(transport.protocol);
    this.#isOpen = true;
    this.#failedToOpen = false;
    this.#sendWaiting(transport);
    this.#changed(this);
  }

  /** Gives up the request of this handler. Others may end with it. */
  cancel(handler: TransportHandler, error: Error): void {
    const at = this.#waiting.findIndex((waiting) => waiting.handler === handler);
    if (at < 0) {
      this.#transport?.cancel(handler, error);
      return;
    }
    this.#waiting.splice(at, 1);
    if (this.#waiting.length === 0) this.close(error);
    handler.onError(error);
  }

  /** Closes the socket; what is in flight ends with the error. The next request opens another one. */
  close(error: Error): void {
    const transport = this.#transport;
    if (transport === undefined) return;
    // An open one says itself that it is closed, before its requests end.
    if (!this.#isOpen) this.#forget(transport);
    transport.close(error);
    this.#endWaiting(error);
  }

  /**
   * The request that it is taken for goes over a new socket, unless others are in flight on the present one.
   */
  renew(): void {
    if (this.#isOpen && this.inFlight <= 1) this.close(new Error('replaced by a new connection'));
  }

  /** Bytes that were sent and received since this was asked last. */
  takeBytes(): readonly [sent: number, received: number] {
    const allSent = this.#pastSent + (this.#transport?.bytesSent ?? 0);
    const allReceived = this.#pastReceived + (this.#transport?.bytesReceived ?? 0);
    const taken = [allSent - this.#takenSent, allReceived - this.#takenReceived] as const;
    this.#takenSent = allSent;
    this.#takenReceived = allReceived;
    return taken;
  }

  #closed(transport: Transport): void {
    if (this.#transport !== transport) return;
    this.#environment.gauges.closed(transport.protocol);
    this.#forget(transport);
    this.#changed(this);
  }

  #forget(transport: Transport): void {
    this.#pastSent += transport.bytesSent;
    this.#pastReceived += transport.bytesReceived;
    this.#transport = undefined;
    this.#isOpen = false;
  }

  #openForWaiting(): void {
    this.open().catch(() => {}); // Every request that waits hears of it.
  }

  /** One of them may end at once and close the connection; the rest goes over the next socket. */
  #sendWaiting(transport: Transport): void {
    while (this.#isOpen) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      transport.dispatch(next.request, next.handler);
    }
    if (this.#waiting.length > 0 && this.#transport === undefined) this.#openForWaiting();
  }

  #endWaiting(error: Error): void {
    for (const { handler } of this.#waiting.splice(0)) handler.onError(error);
  }
}
