import { BlockList, isIP } from 'node:net';
import { type Finding, Findings, type Path } from '../document/problem.ts';
import type { Benchmark } from '../model/benchmark.ts';

/**
 * Which targets a deployment may load. A load generator can be used as a weapon: only hosts on the deployment's list are loaded,
 * and link-local and metadata addresses never, whatever the list says.
 *
 * Names are judged as text here; a name that resolves to a forbidden address is refused where the connection is made,
 * with `isForbiddenAddress`.
 */
export function checkTargets(
  { targets, hotRod = [] }: Pick<Benchmark, 'targets' | 'hotRod'>,
  allowList: TargetAllowList,
): readonly Finding[] {
  const findings = new Findings();
  const check = (at: Path, name: string, host: string, port: number): void => {
    const refusal = refusalOf(host, port, allowList);
    if (refusal !== undefined) findings.error(at, `target ${name}: ${refusal}`);
  };
  targets.forEach(({ key, host, port, addresses }, index) => {
    for (const each of [host, ...addresses]) check(['http', index], key, each, port);
  });
  hotRod.forEach(({ protocol, servers }, index) => {
    for (const { host, port } of servers)
      check(['hotrod', index], `${protocol}://${host}:${port}`, host, port);
  });
  return findings.list;
}

export type TargetAllowList = {
  /** `*`, a host, or `*.suffix`. Empty: nothing may be loaded. */
  readonly allowed: readonly string[];
  /** On Lambda the runtime itself listens on 127.0.0.1:9001; loading it would load the driver. */
  readonly onLambda: boolean;
};

/** Reads a comma-separated allow-list. */
export const parseAllowList = (targets: string | undefined, onLambda: boolean): TargetAllowList => ({
  allowed: (targets ?? '')
    .split(',')
    .map((host) => canonical(host.trim()))
    .filter((host) => host !== ''),
  onLambda,
});

/** Link-local, multicast, unspecified and the cloud providers' metadata services. */
export function isForbiddenAddress(address: string): boolean {
  const plain = canonical(address);
  const family = isIP(plain);
  return family !== 0 && forbidden.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4'); // link-local (RFC 3927) and most metadata services
forbidden.addAddress('100.100.100.200', 'ipv4'); // Alibaba Cloud metadata
forbidden.addAddress('168.63.129.16', 'ipv4'); // Azure platform
forbidden.addAddress('192.0.0.192', 'ipv4'); // Oracle Cloud metadata
forbidden.addSubnet('0.0.0.0', 8, 'ipv4'); // "this host": another spelling of loopback
forbidden.addSubnet('224.0.0.0', 3, 'ipv4'); // multicast, reserved, broadcast
forbidden.addSubnet('fe80::', 10, 'ipv6'); // link-local (RFC 4291)
forbidden.addAddress('fd00:ec2::254', 'ipv6'); // EC2 metadata
forbidden.addAddress('fd20:ce::254', 'ipv6'); // Google Cloud metadata
forbidden.addAddress('::', 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6'); // multicast

const forbiddenNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
]);

function refusalOf(host: string, port: number, allowList: TargetAllowList): string | undefined {
  const name = canonical(host);
  if (forbiddenNames.has(name) || isForbiddenAddress(name)) return `${host} is never loaded`;
  if (allowList.onLambda && isLoopback(name) && port === 9001)
    return `${host}:9001 is the Lambda runtime itself`;
  if (!allowList.allowed.some((pattern) => matches(pattern, name))) {
    return `${host} is not among the hosts that this deployment may load (${allowList.allowed.join(', ') || 'none'})`;
  }
  return undefined;
}

function matches(pattern: string, host: string): boolean {
  if (pattern === '*' || pattern === host) return true;
  // `*.shop.example` is what is below shop.example, not shop.example itself; an address has no suffixes.
  return pattern.startsWith('*.') && isIP(host) === 0 && host.endsWith(pattern.slice(1));
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'));

/**
 * One spelling per host: lower case, no brackets or final dot, and numbers in any of the forms that resolvers take for
 * an IPv4 address (`0x7f.1`, `2130706433`) as four decimal parts. The URL standard's host parser knows them all.
 */
function canonical(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (isIP(bare) === 6) return mappedIpv4(new URL(`http://[${bare}]`).hostname.slice(1, -1));
  if (!/^[0-9a-fx.]+$/.test(bare) || !URL.canParse(`http://${bare}`)) return bare;
  return new URL(`http://${bare}`).hostname;
}

/** `::ffff:a9fe:a9fe` is 169.254.169.254 in disguise. */
function mappedIpv4(address: string): string {
  const parts = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (parts === null) return address;
  const bytes = parts.slice(1).map((part) => Number.parseInt(part, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
