import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRules, ownMachine } from '../../model/guards.ts';
import { addressRefusal } from './addresses.ts';

/**
 * Checks every address when Downpour connects to it. So a name that later resolves to another address cannot
 * lead to a forbidden one. When a name has several addresses, all of them must be allowed, because the caller
 * does not know which of them a socket uses.
 */
export type AddressGuard = {
  /** A function that resolves names, for `net.connect`. It also checks the addresses that it finds. */
  readonly lookup: LookupFunction;
  /**
   * The reason why Downpour must not connect to a host that is given as an address. Undefined when it may, or
   * when the host is a name.
   */
  refusal(host: string): string | undefined;
};

/** Resolves a name to addresses, with the parameters of `dns.lookup`. */
export type Resolve = LookupFunction;

/** Makes a guard that checks addresses. Without `resolve`, it uses the name service of the machine. */
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

/** The guard for a caller that passes none. It allows all addresses except those that are never allowed. */
export const onOwnMachine: AddressGuard = addressGuard();

/** Splits `ip`, `ip:port`, `[v6]` and `[v6]:port`, the forms in the `addresses` of a target. */
export function hostAndPort(
  address: string | undefined,
): readonly [host: string | undefined, port: string | undefined] {
  if (address === undefined) return [undefined, undefined];
  const match = /^\[([^\]]+)\](?::(\d+))?$/.exec(address) ?? /^([^:]+):(\d+)$/.exec(address);
  return match === null ? [address, undefined] : [match[1], match[2]];
}

/** A host in the form that sockets need: an IPv6 address has no brackets. */
export const socketHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Resolves a host to an address that the guard allows. It is for a client library that accepts no lookup
 * function.
 */
export const resolveGuarded = (hostname: string, { lookup: find, refusal }: AddressGuard): Promise<string> =>
  new Promise((resolve, reject) => {
    const why = refusal(hostname);
    if (why !== undefined) return reject(new Error(why));
    find(hostname, {}, (error, address) => {
      if (error === null && typeof address === 'string') resolve(address);
      else reject(error);
    });
  });
