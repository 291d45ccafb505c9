import type { RepositoryEvent } from '../alerting/events.ts';

/** Sends data out of the repository: events to the bus of the platform, and requests to allowed hosts. */
export type Outside = {
  readonly publish: (event: RepositoryEvent) => Promise<void>;
  /**
   * Sends a JSON body to a URL. It follows no redirect, and connects only to addresses that the deployment
   * allows.
   * @throws Error when no response comes in time.
   */
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Posted>;
};

/** The head of the response to a POST request. */
export type Posted = {
  readonly status: number;
  /**
   * The seconds after which the receiver asks for another attempt, in the header `Retry-After`. Absent: the
   * receiver does not ask.
   */
  readonly retryAfterS?: number;
};

/**
 * Requests a URL and returns the response. It follows no redirect, and connects only to addresses that the
 * deployment allows.
 * @throws Error when no complete response comes in time, or when the response is too long.
 */
export type RequestOutside = (url: string, request: OutsideRequest) => Promise<OutsideReply>;

export type OutsideRequest = {
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body of a POST request. Absent: the request is a GET. */
  readonly body?: string;
  /** The most bytes of the response that are accepted. */
  readonly bytesMax: number;
};

export type OutsideReply = { readonly status: number; readonly body: Uint8Array };
