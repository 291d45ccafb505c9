/** The load that all contenders send. */
export type Load = {
  readonly name: string;
  readonly protocol: 'http' | 'https' | 'h2';
  readonly connections: number;
  /**
   * Arrivals per second of the open model; absent: the closed model, in which each connection sends its next
   * request at once.
   */
  readonly ratePerSec?: number;
  /** The number of bytes in a POST; absent: GET. */
  readonly bodyBytes?: number;
  readonly responseBytes: 600 | 16_384;
};

const small = { protocol: 'http', connections: 16, responseBytes: 600 } as const;

export const loads: readonly Load[] = [
  { ...small, name: 'closed' },
  { ...small, name: 'open-1000', connections: 100, ratePerSec: 1000 },
  { ...small, name: 'open-5000', connections: 100, ratePerSec: 5000 },
  { ...small, name: 'tls', protocol: 'https' },
  { ...small, name: 'h2', protocol: 'h2' },
  { ...small, name: 'post-1kB', bodyBytes: 1000 },
  { ...small, name: '16kB', responseBytes: 16_384 },
  { ...small, name: 'connections-5000', connections: 5000 },
];

/** The parameters of one measurement. Downpour's own programs get them as JSON in their first argument. */
export type Task = {
  readonly load: Load;
  /** The URL of the target with a slash at its end. It answers every path below in the same way. */
  readonly url: string;
  /** Seconds from the start of the program to the start of the measurement. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** A folder for this task only. */
  readonly home: string;
};

/** A program runs a little longer than the measurement. */
export const durationSeconds = ({ warmUpSeconds, seconds }: Task): number => warmUpSeconds + seconds + 1;

export const paths = ['a', 'b', 'c', 'd'];

/** The latencies that Downpour's own programs print at their end, as JSON. */
export type Latency = { readonly p50Us: number; readonly p99Us: number };
