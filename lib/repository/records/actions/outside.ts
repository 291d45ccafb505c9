import type { RepositoryEvent } from '../alerting/events.ts';

/** The way out of the repository: an event goes to the bus of the platform, a request to a host that somebody allowed. */
export type Outside = {
  readonly publish: (event: RepositoryEvent) => Promise<void>;
  /**
   * Sends a JSON body. Follows no redirect, and connects to no address that the deployment does not allow.
   * @returns the status.
   * @throws Error when there is no answer in time.
   */
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>;
};

/**
 * Reads what a host answers, by the same rules.
 * @throws Error when there is no whole answer in time, or one that is too long.
 */
export type AskOutside = (url: string, request: OutsideRequest) => Promise<OutsideReply>;

export type OutsideRequest = {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to be posted; absent: it is got. */
  readonly body?: string;
  /** Bytes of the longest answer. */
  readonly bytesMax: number;
};

export type OutsideReply = { readonly status: number; readonly body: Uint8Array };
