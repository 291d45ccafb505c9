/** Random numbers that a seed repeats, with a separate stream for each part of the world. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns the stream of random numbers with this name. Each name has its own. */
  stream(name: string): Random {
    let hash = this.#state ^ 0x9e3779b9;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    return new Random(mixed(hash));
  }

  /** Evenly distributed, 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return mixed(this.#state) / 2 ** 32;
  }

  below(most: number): number {
    return Math.floor(this.next() * most);
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** A random latency from a distribution with this median and 99th percentile. */
  logNormal(median: number, p99: number): number {
    return median * Math.exp((Math.log(p99 / median) / normalP99) * this.normal());
  }

  /** A random time until the next event, for events that are this far apart on average. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }
}

/** The 99th percentile of the standard normal distribution. */
const normalP99 = 2.3263;

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}
