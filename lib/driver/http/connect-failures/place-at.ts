import { hostAndPort } from '../guard/lookup.ts';
import type { Place } from './connect-failure.ts';

/** The target as messages name it when Downpour connects to one of the addresses of its list. */
export function placeAt(target: Place, address: string | undefined): Place {
  if (address === undefined) return target;
  const { protocol, host, port } = target;
  const [there = host, portThere = port] = hostAndPort(address);
  return { protocol, host, port, at: { host: there, port: Number(portThere) } };
}
