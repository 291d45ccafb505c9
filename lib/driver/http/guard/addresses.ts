import { BlockList, isIP } from 'node:net';
import { type AddressRules, ownMachine } from '../../model/guards.ts';

/** Why an address must not be connected to, as the end of a sentence; undefined when it may, or when this is a name. */
export function addressRefusal(address: string, rules: AddressRules = ownMachine): string | undefined {
  const plain = canonical(address);
  const family = isIP(plain);
  if (family === 0) return undefined;
  const isIn = (list: BlockList): boolean => list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  if (isIn(never)) return 'is never loaded';
  if (!rules.loopback && isIn(loopback))
    return 'is the function itself on Lambda, whose runtime listens there';
  if (rules.privateNetworks || !isIn(privateNetworks) || rules.named.includes(plain)) return undefined;
  return 'is in a private network, which this deployment loads with the option privateTargets, or when targets names the address';
}

/** Link-local, multicast, unspecified and the cloud providers' metadata services. */
const never = new BlockList();
never.addSubnet('169.254.0.0', 16, 'ipv4'); // link-local (RFC 3927) and most metadata services
never.addAddress('100.100.100.200', 'ipv4'); // Alibaba Cloud metadata
never.addAddress('168.63.129.16', 'ipv4'); // Azure platform
never.addAddress('192.0.0.192', 'ipv4'); // Oracle Cloud metadata
never.addSubnet('0.0.0.0', 8, 'ipv4'); // "this host": another spelling of loopback
never.addSubnet('224.0.0.0', 3, 'ipv4'); // multicast, reserved, broadcast
never.addSubnet('fe80::', 10, 'ipv6'); // link-local (RFC 4291)
never.addAddress('fd00:ec2::254', 'ipv6'); // EC2 metadata
never.addAddress('fd20:ce::254', 'ipv6'); // Google Cloud metadata
never.addAddress('::', 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6'); // multicast

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4'); // RFC 1918
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4'); // shared address space (RFC 6598), also inside of AWS
privateNetworks.addSubnet('198.18.0.0', 15, 'ipv4'); // benchmarks of networks (RFC 2544)
privateNetworks.addSubnet('fc00::', 7, 'ipv6'); // RFC 4193
privateNetworks.addSubnet('fec0::', 10, 'ipv6'); // site-local, until RFC 3879

/**
 * One spelling per host: lower case, no brackets or final dot, and numbers in any of the forms that resolvers take for
 * an IPv4 address (`0x7f.1`, `2130706433`) as four decimal parts. The URL standard's host parser knows them all.
 */
export function canonical(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (isIP(bare) === 6)
    return embeddedIpv4(new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1));
  if (!/^[0-9a-fx.]+$/.test(bare) || !URL.canParse(`http://${bare}`)) return bare;
  return new URL(`http://${bare}`).hostname;
}

/** `::ffff:a9fe:a9fe` is 169.254.169.254 in disguise, and so is `64:ff9b::a9fe:a9fe` behind a NAT64 gateway (RFC 6052). */
function embeddedIpv4(address: string): string {
  const parts = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (parts === null) return address;
  const bytes = parts.slice(1).map((part) => Number.parseInt(part, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
