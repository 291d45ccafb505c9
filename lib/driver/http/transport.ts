import type { Target } from '../model/benchmark.ts';
import type { ResponseHeaders } from './unbuilt-defaults.ts';

/** One connection to a target, as a pool and its requests use it. A part of undici's client, which fits it as it is. */
export type Transport = {
  /** What its sockets have carried so far, heads of requests and responses included; over TLS without the encryption. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Opens the socket now. Rejects with the reason the operating system or the TLS handshake gave. */
  open(): Promise<void>;
  /** Sends; opens a socket first where there is none. The handler hears of exactly one end, at once or later. */
  dispatch(request: TransportRequest, handler: TransportHandler): void;
  /** Closes the socket under whatever is in flight; those requests end with `error`. A new socket follows on demand. */
  drop(error: Error): void;
  close(): Promise<void>;
};

/** A transport and what its pool knows of it; only the pool writes here. */
export type Connection = {
  readonly transport: Transport;
  /** Requests handed to this connection and not yet answered. */
  inFlight: number;
  /** Since when nothing is in flight, nanoseconds since T0. */
  idleSinceNs: number;
  /** The part of the transport's bytes that requests have been given; moves only when the pool counts bytes. */
  bytesSent: number;
  bytesReceived: number;
};

/** Makes a transport. `address` picks the host for each new socket; undefined means the target's own host. */
export type Connect = (target: Target, address: () => string | undefined) => Transport;

export type TransportRequest = {
  readonly method: string;
  readonly path: string;
  /** Name, value, name, value ... */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
  /** Others may be sent on the same connection before this one is answered. */
  readonly blocking: false;
  readonly idempotent: true;
  /** The connection stays open, also behind a method whose response undici does not trust (HEAD). */
  readonly reset: false;
};

export type TransportHandler = {
  /** Its final response has begun. */
  readonly answered: boolean;
  onRequestStart(): void;
  /** Also interim responses, which are followed by the final one. */
  onResponseStart(controller: unknown, status: number, headers: ResponseHeaders): void;
  onResponseData(controller: unknown, chunk: Buffer): void;
  /** The target changed the protocol (status 101): this is the end. */
  onRequestUpgrade(
    controller: unknown,
    status: number,
    headers: ResponseHeaders,
    socket: { destroy(): unknown },
  ): void;
  onResponseEnd(): void;
  onResponseError(controller: unknown, error: Error): void;
};
