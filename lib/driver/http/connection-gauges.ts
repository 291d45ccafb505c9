import type { Gauges } from '../statistics/connection-gauges.ts';
import type { Gauge } from '../statistics/gauge.ts';
import type { Transport } from './transport.ts';

/** Counts the connections and requests of one target in each second, for the run document. */
export class ConnectionGauges {
  /** The number of requests that were sent and have no response yet. */
  readonly inFlight: Gauge;
  /** The number of connections with a request in flight. */
  readonly used: Gauge;
  /** The number of requests that wait for a connection. */
  readonly blocked: Gauge;
  readonly #open: (protocol: Transport['protocol']) => Gauge;

  constructor(gauges: Gauges, target: { readonly key: string; readonly protocol: string }) {
    const of = (type: string): Gauge => gauges.of(target.key, type);
    const secure = target.protocol === 'https' ? 'TLS + ' : '';
    this.inFlight = of('in-flight requests');
    this.used = of('used connections');
    this.blocked = of('blocked sessions');
    this.#open = (protocol) => of(`${secure}${protocol}`);
  }

  opened(protocol: Transport['protocol']): void {
    this.#open(protocol).add(1);
  }

  closed(protocol: Transport['protocol']): void {
    this.#open(protocol).add(-1);
  }
}
