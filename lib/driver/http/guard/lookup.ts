import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRules, ownMachine } from '../../model/guards.ts';
import { addressRefusal } from './addresses.ts';

/**
 * Judges every address at the moment of connecting, so that no name, however it changes, leads to where
 * nothing may be sent. Of a name with several addresses all have to be allowed: nobody knows which of them a
 * socket takes.
 */
export type AddressGuard = {
  /** In place of the name service: for `net.connect`. */
  readonly lookup: LookupFunction;
  /** Why a host that is an address, and so is not looked up, must not be connected to. */
  refusal(host: string): string | undefined;
};

/** Asks a name service, as `dns.lookup` does. */
export type Resolve = LookupFunction;

/** `resolve`: absent, that of the machine. */
export const addressGuard = (
  rules: AddressRules = ownMachine,
  resolve: Resolve = lookup as Resolve,
): AddressGuard => ({
  lookup: (hostname, options, callback) => {
    resolve(hostname, options, (error, address, family) => {
      const refusal = error === null ? refusalOf(hostname, address, rules) : undefined;
      if (refusal === undefined) callback(error, address, family);
      else callback(new Error(refusal), address, family);
    });
  },
  refusal: (host) => {
    const why = isIP(host) === 0 ? undefined : addressRefusal(host, rules);
    return why && `${host} ${why}`;
  },
});

function refusalOf(
  hostname: string,
  found: Parameters<Parameters<LookupFunction>[2]>[1],
  rules: AddressRules,
): string | undefined {
  for (const address of typeof found === 'string' ? [found] : (found ?? []).map((one) => one.address)) {
    const why = addressRefusal(address, rules);
    if (why !== undefined) return `${hostname} resolves to ${address}, which ${why}`;
  }
  return undefined;
}

/** Of who was given none: what is never loaded is not loaded. */
export const onOwnMachine: AddressGuard = addressGuard();

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
export const resolveGuarded = (hostname: string, { lookup: find, refusal }: AddressGuard): Promise<string> =>
  new Promise((resolve, reject) => {
    const why = refusal(hostname);
    if (why !== undefined) return reject(new Error(why));
    find(hostname, {}, (error, address) => {
      if (error === null && typeof address === 'string') resolve(address);
      else reject(error);
    });
  });
