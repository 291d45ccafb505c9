/** What all contenders are asked to send. */
export type Load = {
  readonly name: string;
  readonly protocol: 'http' | 'https' | 'h2';
  readonly connections: number;
  /**
   * Arrivals per second of the open model; absent: the closed model, each connection asks again as soon as it
   * can.
   */
  readonly ratePerSec?: number;
  /** Bytes that are posted; absent: GET. */
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

/** One measurement, as a program of ours gets it: JSON in its first argument. */
export type Task = {
  readonly load: Load;
  /** Of the target, ending with a slash; any name behind it is answered alike. */
  readonly url: string;
  /** From its start: nothing is measured until then. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** A folder of the task's own. */
  readonly home: string;
};

/** A program runs a little longer than it is measured. */
export const durationSeconds = ({ warmUpSeconds, seconds }: Task): number => warmUpSeconds + seconds + 1;

export const paths = ['a', 'b', 'c', 'd'];

/** What a program of ours prints at its end, as JSON. */
export type Latency = { readonly p50Us: number; readonly p99Us: number };
