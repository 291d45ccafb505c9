import type { HotRodCluster } from '../model/benchmark.ts';

export type HotRodOperation = 'put' | 'get';

/** A connection to one server for one cache. It carries any number of requests at once. */
export type HotRodTransport = {
  /** Loads what connecting needs; the connection's time limit does not run yet. */
  load(): Promise<void>;
  /**
   * Connects and asks for the cache. Rejects with the reason of the operating system, or with what the server
   * said.
   */
  open(): Promise<void>;
  /** Sends; the reply hears of exactly one end, later. `value` is empty for `get`. */
  send(operation: HotRodOperation, key: string, value: string, reply: HotRodReply): void;
  /** Sends something to which nobody listens: if the connection is lost, its requests hear of it now. */
  probe(): void;
  /** A request failed with this because the connection is lost, and not because the server said so. */
  isLost(error: unknown): boolean;
  close(): void;
};

/** Two functions rather than methods, so that a promise takes them as they are. */
export type HotRodReply = {
  /** The value of a `get`; nothing when there is none, and for a `put`. */
  readonly answered: (value: string | null | undefined) => void;
  readonly failed: (error: unknown) => void;
};

export type HotRodServer = Pick<HotRodCluster, 'protocol' | 'login' | 'trustCa' | 'sniHost'> &
  HotRodCluster['servers'][number];

/** Makes a transport. */
export type ConnectHotRod = (server: HotRodServer, cache: string) => HotRodTransport;
