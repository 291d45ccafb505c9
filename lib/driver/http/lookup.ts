import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isForbiddenAddress } from '../planning/target-allow-list.ts';

/**
 * Names are judged by what they resolve to at the moment of connecting, so that no name, however it changes, leads to
 * a link-local or metadata address.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address, family) => {
    const addresses = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
    const bad = error === null ? addresses.find(isForbiddenAddress) : undefined;
    if (bad === undefined) callback(error, address, family);
    else callback(new Error(`${hostname} resolves to ${bad}, which is never loaded`), address, family);
  });
};

/** `ip`, `ip:port`, `[v6]`, `[v6]:port`, as in the `addresses` of a target. */
export function hostAndPort(
  address: string | undefined,
): readonly [host: string | undefined, port: string | undefined] {
  if (address === undefined) return [undefined, undefined];
  const match = /^\[([^\]]+)\](?::(\d+))?$/.exec(address) ?? /^([^:]+):(\d+)$/.exec(address);
  return match === null ? [address, undefined] : [match[1], match[2]];
}

/** A host as sockets take it: an IPv6 address without its brackets. */
export const socketHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** The address of a host, guarded the same way: for those who take no lookup of ours. */
export const resolveGuarded = (hostname: string): Promise<string> =>
  new Promise((resolve, reject) => {
    guardedLookup(hostname, {}, (error, address) => {
      if (error === null && typeof address === 'string') resolve(address);
      else reject(error);
    });
  });
