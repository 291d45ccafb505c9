import { isIP } from 'node:net';
import { type Finding, Findings, type Path } from '../../document/problem.ts';
import { addressRefusal, canonical } from '../../http/guard/addresses.ts';
import { hostAndPort } from '../../http/guard/lookup.ts';
import type { Benchmark } from '../../model/benchmark.ts';
import type { AddressRules } from '../../model/guards.ts';

/**
 * Rejects targets to which a deployment must not send load, because a load generator can be used as a weapon.
 * Only hosts on the deployment's list are allowed. Link-local and metadata addresses are never allowed, even
 * if the list has them.
 *
 * Names are compared as text here. `http/guard/lookup.ts` later refuses a connection when a name resolves to
 * a forbidden address.
 */
export function checkTargets(
  { targets, hotRod = [] }: Pick<Benchmark, 'targets' | 'hotRod'>,
  allowList: TargetAllowList,
): readonly Finding[] {
  const findings = new Findings();
  const check = (at: Path, name: string, host: string): void => {
    const refusal = refusalOf(host, allowList);
    if (refusal !== undefined) findings.error(at, `target ${name}: ${refusal}`);
  };
  targets.forEach(({ key, host, addresses }, index) => {
    check(['http', index], key, host);
    for (const each of addresses)
      check(['http', index], `${key} with the address ${each}`, hostAndPort(each)[0] ?? each);
  });
  hotRod.forEach(({ protocol, servers }, index) => {
    for (const { host, port } of servers) check(['hotrod', index], `${protocol}://${host}:${port}`, host);
  });
  return findings.list;
}

export type TargetAllowList = {
  /** The allowed hosts: `*`, a host, or `*.suffix`. Empty: no target is allowed. */
  readonly allowed: readonly string[];
  /**
   * True on Lambda, whose runtime listens on 127.0.0.1:9001. Requests to that address would reach the runtime
   * of the load generator itself.
   */
  readonly onLambda: boolean;
  /**
   * True when all private networks are allowed. Absent: on Lambda, only the private addresses in the list are
   * allowed.
   */
  readonly privateNetworks?: boolean;
};

/** Reads an allow-list with commas between its entries. */
export const parseAllowList = (
  targets: string | undefined,
  onLambda: boolean,
  privateNetworks = !onLambda,
): TargetAllowList => ({
  allowed: (targets ?? '')
    .split(',')
    .map((host) => canonical(host.trim()))
    .filter((host) => host !== ''),
  onLambda,
  privateNetworks,
});

/** The addresses to which sockets may connect. */
export const addressRules = ({
  allowed,
  onLambda,
  privateNetworks = !onLambda,
}: TargetAllowList): AddressRules => ({
  loopback: !onLambda,
  privateNetworks,
  named: allowed.filter((host) => isIP(host) !== 0),
});

const forbiddenNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
]);

function refusalOf(host: string, allowList: TargetAllowList): string | undefined {
  const name = canonical(host);
  if (forbiddenNames.has(name))
    return `${host} is a metadata service of a cloud provider, so Downpour never sends load to it; use another target`;
  const refusal = addressRefusal(isLocalName(name) ? '127.0.0.1' : name, addressRules(allowList));
  if (refusal !== undefined) return `${host} ${refusal}`;
  if (!allowList.allowed.some((pattern) => matches(pattern, name))) {
    const { allowed } = allowList;
    const problem =
      allowed.length === 0
        ? `this deployment allows no targets, so it sends no load to ${host}`
        : `this deployment may send load only to ${allowed.join(', ')}, and not to ${host}`;
    return `${problem}; add the host to the option targets, and deploy again`;
  }
  return undefined;
}

function matches(pattern: string, host: string): boolean {
  if (pattern === '*' || pattern === host) return true;
  // `*.shop.example` matches the hosts below shop.example, but not shop.example itself. An address has no
  // suffix.
  return pattern.startsWith('*.') && isIP(host) === 0 && host.endsWith(pattern.slice(1));
}

/** True for a name of the local machine (RFC 6761 section 6.3). */
const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');
