import type { HotRodCluster } from '../model/benchmark.ts';

export type HotRodOperation = 'put' | 'get';

/** A connection to one server for one cache. It transports any number of requests at the same time. */
export type HotRodTransport = {
  /** Loads the client library. This happens before the time limit for the connection begins. */
  load(): Promise<void>;
  /**
   * Connects to the server and asks for the cache. Rejects with the error of the operating system, or with
   * the text of the server's answer.
   */
  open(): Promise<void>;
  /** Sends a request. The reply is called exactly once, later. `value` is empty for `get`. */
  send(operation: HotRodOperation, key: string, value: string, reply: HotRodReply): void;
  /** Sends a ping and ignores the answer. If the connection is lost, its requests then get the error. */
  probe(): void;
  /**
   * True when a request failed with this error because the connection is lost. False when the server answered
   * with the error.
   */
  isLost(error: unknown): boolean;
  close(): void;
};

/**
 * Receives the answer to a request. The functions are properties and not methods, so that they can be passed
 * to `then` of a promise directly.
 */
export type HotRodReply = {
  /** Called with the value of a `get`. Null or undefined when there is no value, and for a `put`. */
  readonly answered: (value: string | null | undefined) => void;
  readonly failed: (error: unknown) => void;
};

export type HotRodServer = Pick<HotRodCluster, 'protocol' | 'login' | 'trustCa' | 'sniHost'> &
  HotRodCluster['servers'][number];

export type ConnectHotRod = (server: HotRodServer, cache: string) => HotRodTransport;
