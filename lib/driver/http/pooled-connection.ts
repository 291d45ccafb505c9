import type { Cancel, Clock } from '../clock.ts';
import type { Target } from '../model/benchmark.ts';
import type { Place } from './connect-failures/connect-failure.ts';
import { placeAt } from './connect-failures/place-at.ts';
import { unreachable } from './connect-failures/unreachable.ts';
import type { ConnectionGauges } from './connection-gauges.ts';
import { connecting } from './limits.ts';
import { within } from './preflight/preflight.ts';
import { openingMsMax } from './tls/handshake-timeout.ts';
import type { Transport, TransportHandler, TransportRequest } from './transport.ts';

export type ConnectionEnvironment = {
  readonly clock: Clock;
  readonly target: Place & Pick<Target, 'tls'>;
  readonly gauges: ConnectionGauges;
  /** Selects one of the addresses that the document lists for the target. Undefined: it lists none. */
  readonly address: () => string | undefined;
  /** Makes a transport (one socket) to an address. `closed` is called when the socket has closed. */
  readonly connect: (address: string | undefined, closed: () => void) => Transport;
  /** Receives notices for people who read the results of the run. */
  readonly notice: (message: string) => void;
};

type Waiting = { readonly request: TransportRequest; readonly handler: TransportHandler };

/**
 * A connection that requests can use. It opens a socket when a request first needs it, and a new socket after
 * the socket was closed. A request waits here while the socket opens: until then the connection accepts only
 * one request.
 */
export class Connection {
  /** The number of requests on this connection that have no response yet. The pool counts them. */
  inFlight = 0;
  /**
   * The instant at which the latest request ended, in nanoseconds since T0. Only set when the document has a
   * keep-alive time, or when the target has announced one.
   */
  idleSinceNs = 0;
  readonly #environment: ConnectionEnvironment;
  /**
   * Called when `capacity` (the most requests at once) has changed: the socket opened or closed, or the
   * target set another limit.
   */
  readonly #changed: (connection: Connection) => void;
  #transport: Transport | undefined;
  #isOpen = false;
  /** True when the socket accepts no more requests and closes after those in flight. */
  #drains = false;
  #waiting: Waiting | undefined;
  #failedToOpen = false;
  /** True when the latest socket was open and has closed before it received a byte. */
  #closedUnanswered = false;
  #cancelPause: Cancel | undefined;
  /** The number of bytes that earlier sockets of this connection have sent. */
  #pastSent = 0;
  #pastReceived = 0;
  #takenSent = 0;
  #takenReceived = 0;

  constructor(environment: ConnectionEnvironment, changed: (connection: Connection) => void) {
    this.#environment = environment;
    this.#changed = changed;
  }

  /**
   * The most requests that the connection accepts at once. It is 1 until the socket is open, because only
   * then is the limit known.
   */
  get capacity(): number {
    if (this.#drains) return 0;
    return this.#isOpen && this.#transport !== undefined ? this.#transport.capacity : 1;
  }

  /** True when the connection accepts another request. */
  get acceptsMore(): boolean {
    return this.inFlight < this.capacity;
  }

  /** True when the latest socket could not be opened, or when the target closed it without a byte. */
  get failedToOpen(): boolean {
    return this.#failedToOpen;
  }

  /**
   * Called when a request has failed because of the target. If the target closed the socket without a byte,
   * the next request waits as after a failed attempt to open a socket. True if it waits.
   */
  requestFailed(): boolean {
    if (this.#closedUnanswered) this.#failedToOpen = true;
    return this.#failedToOpen;
  }

  /** True when the target will close the socket after the requests in flight. */
  get isLeaving(): boolean {
    return this.inFlight > 0 && this.#transport?.drains === true;
  }

  /** Called when the connection has no more requests in flight. */
  becameIdle(): void {
    if (this.#announcedIdleNs > 0) this.idleSinceNs = this.#environment.clock.nowNs();
    this.endDrain();
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    // The connection was idle for so long that the target will soon close it. A request that is on its way
    // then would be lost.
    if (this.inFlight <= 1 && this.#wasIdleTooLong()) this.renew();
    if (this.#isOpen) {
      this.#transport?.dispatch(request, handler);
      return;
    }
    this.#waiting = { request, handler };
    if (this.#transport === undefined) this.#openForWaiting();
  }

  /**
   * Opens the socket. Rejects with the reason when that fails. A request that waits for the socket then ends
   * with the same error.
   */
  async open(): Promise<void> {
    const { clock, target, connect, gauges } = this.#environment;
    const address = this.#environment.address();
    const place = placeAt(target, address);
    const transport = connect(address, () => this.#closed(transport));
    this.#transport = transport;
    try {
      await within(clock, openingMsMax(target), place, transport.open());
    } catch (error) {
      transport.close(error as Error);
      if (this.#transport !== transport) throw error;
      this.#failedToOpen = true;
      this.#forget(transport);
      const why = unreachable(place, error);
      this.#endWaiting(why);
      throw why;
    }
    if (this.#transport !== transport) return;
    gauges.opened(transport.protocol);
    this.#isOpen = true;
    transport.capacityChanged = () => this.#capacityChanged(transport);
    this.#failedToOpen = false;
    this.#closedUnanswered = false;
    const waiting = this.#takeWaiting();
    if (waiting !== undefined) transport.dispatch(waiting.request, waiting.handler);
    this.#changed(this);
  }

  /** Cancels the request of this handler. Other requests of the connection may end with it. */
  cancel(handler: TransportHandler, error: Error): void {
    if (this.#waiting?.handler !== handler) {
      this.#transport?.cancel(handler, error);
      return;
    }
    this.#waiting = undefined;
    this.close(error);
    handler.onError(error);
  }

  /** Closes the socket. Requests in flight end with the error. The next request opens another socket. */
  close(error: Error): void {
    const transport = this.#transport;
    if (transport === undefined) return;
    // An open transport reports its close itself, before its requests end. A transport that is not open yet
    // is only forgotten here.
    if (!this.#isOpen) this.#forget(transport);
    transport.close(error);
    this.#endWaiting(error);
  }

  /** Sends no more requests on the socket. `endDrain` closes it when the last request in flight has ended. */
  drain(): void {
    this.#drains = true;
  }

  /** Closes a socket that accepts no more requests. Called when it has no more requests in flight. */
  endDrain(): void {
    if (this.#drains) this.close(new Error('closed by closeConnection'));
    this.#drains = false;
  }

  /**
   * Closes the socket, so that the next request opens a new one. Does nothing while other requests are in
   * flight on it.
   */
  renew(): void {
    if (this.#isOpen && this.inFlight <= 1)
      this.close(new Error('the connection was replaced by a new connection'));
  }

  /** The numbers of bytes that were sent and received since the previous call. */
  takeBytes(): readonly [sent: number, received: number] {
    const allSent = this.#pastSent + (this.#transport?.bytesSent ?? 0);
    const allReceived = this.#pastReceived + (this.#transport?.bytesReceived ?? 0);
    const taken = [allSent - this.#takenSent, allReceived - this.#takenReceived] as const;
    this.#takenSent = allSent;
    this.#takenReceived = allReceived;
    return taken;
  }

  /**
   * A target should allow no requests only for a short time (RFC 9113 section 6.5.2). After a longer time,
   * Downpour closes the connection. A new connection then carries the requests, or shows that the target
   * refuses them.
   */
  #capacityChanged(transport: Transport): void {
    this.#cancelPause?.();
    this.#changed(this);
    if (transport.capacity > 0 || transport.drains) return;
    this.#environment.notice(paused);
    this.#cancelPause = this.#environment.clock.after(connecting.pausedMsMax, () => {
      this.drain();
      if (this.inFlight > 0) return;
      this.endDrain();
      this.#changed(this);
    });
  }

  get #announcedIdleNs(): number {
    return (this.#transport?.idleSeconds ?? 0) * 1e9;
  }

  /**
   * True when the target will soon close the socket, because the socket was idle for the keep-alive time that
   * the target announced.
   */
  #wasIdleTooLong(): boolean {
    const announcedNs = this.#announcedIdleNs;
    if (announcedNs === 0) return false;
    const marginNs = Math.min(connecting.idleMarginMs * 1e6, announcedNs / 2);
    return this.#environment.clock.nowNs() - this.idleSinceNs >= announcedNs - marginNs;
  }

  #closed(transport: Transport): void {
    if (this.#transport !== transport) return;
    this.#environment.gauges.closed(transport.protocol);
    this.#closedUnanswered = transport.bytesReceived === 0;
    this.#forget(transport);
    this.#changed(this);
  }

  #forget(transport: Transport): void {
    this.#cancelPause?.();
    this.#pastSent += transport.bytesSent;
    this.#pastReceived += transport.bytesReceived;
    this.#transport = undefined;
    this.#isOpen = false;
  }

  #openForWaiting(): void {
    this.open().catch(() => {}); // The waiting request gets the error.
  }

  #takeWaiting(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  #endWaiting(error: Error): void {
    this.#takeWaiting()?.handler.onError(error);
  }
}

const paused =
  'the target allowed no HTTP/2 requests for a while (SETTINGS_MAX_CONCURRENT_STREAMS was 0): requests that waited ' +
  'for a connection waited for the target';
