/** The load of a drive as the target sees it, for comparison with the run. */
export type Arrival = {
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  /** Instants of the true clock, in epoch milliseconds. */
  readonly firstAt: number;
  lastAt: number;
  requests: number;
};

export class Target {
  readonly arrivals: Arrival[] = [];

  begins(arrival: Arrival): Arrival {
    this.arrivals.push(arrival);
    return arrival;
  }

  get requests(): number {
    return this.arrivals.reduce((sum, { requests }) => sum + requests, 0);
  }
}

/** One process simulates one burst, so there is one target. */
export const target = new Target();
