import { BlockList, isIP } from 'node:net';
import { type AddressRules, ownMachine } from '../../model/guards.ts';

/**
 * The reason why Downpour must not connect to an address, as the end of a sentence. Undefined when it may
 * connect, or when the text is a name.
 */
export function addressRefusal(address: string, rules: AddressRules = ownMachine): string | undefined {
  const plain = canonical(address);
  const family = isIP(plain);
  if (family === 0) return undefined;
  const isIn = (list: BlockList): boolean => list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  // Servers print such an address (all addresses of the machine) when they start. A connection to it reaches
  // the local machine, like loopback.
  if (/^(0\.|::$)/.test(plain))
    return 'means all addresses of a machine; write localhost, or one address of the machine';
  if (isIn(never))
    return 'is reserved (link-local, multicast or cloud metadata), so Downpour never sends load to it; use another target';
  if (!rules.loopback && isIn(loopback))
    return 'is an address of the Lambda function itself, so Downpour never sends load to it; use the address of the target';
  if (rules.privateNetworks || !isIn(privateNetworks) || rules.named.includes(plain)) return undefined;
  return 'is in a private network; to send load to it, deploy with the option privateTargets, or add the address to targets';
}

/** Addresses to which Downpour never sends load: link-local, multicast, and metadata services of clouds. */
const never = new BlockList();
never.addSubnet('169.254.0.0', 16, 'ipv4'); // link-local (RFC 3927) and most metadata services
never.addAddress('100.100.100.200', 'ipv4'); // Alibaba Cloud metadata
never.addAddress('168.63.129.16', 'ipv4'); // Azure platform
never.addAddress('192.0.0.192', 'ipv4'); // Oracle Cloud metadata
never.addSubnet('224.0.0.0', 3, 'ipv4'); // multicast, reserved, broadcast
never.addSubnet('fe80::', 10, 'ipv6'); // link-local (RFC 4291)
never.addAddress('fd00:ec2::254', 'ipv6'); // EC2 metadata
never.addAddress('fd20:ce::254', 'ipv6'); // Google Cloud metadata
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
 * Gives each host one spelling: in lower case, without brackets and without a final dot. Resolvers accept
 * several forms of an IPv4 address (`0x7f.1`, `2130706433`). Each of them becomes four decimal parts, as the
 * host parser of the URL standard does it.
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

/**
 * The IPv4 address inside an IPv6 address that only leads to this IPv4 address. For example,
 * `::ffff:a9fe:a9fe` is 169.254.169.254. Downpour then checks the IPv4 address instead. `embeddings` lists
 * all such forms.
 *
 * @param address as the URL standard writes it: in lower case and in its shortest form.
 */
function embeddedIpv4(address: string): string {
  const groups = groupsOf(address);
  const prefix = groups.map((group) => group.toString(16)).join(':');
  const found = embeddings.find(({ form }) => form.test(prefix));
  if (found === undefined) return address;
  const [high = 0, low = 0] = found.pair(groups);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

type Pair = (groups: readonly number[]) => readonly number[];
const last: Pair = (groups) => groups.slice(6);

/**
 * All forms of IPv6 addresses that contain an IPv4 address. `form` matches the eight groups of an address.
 * `pair` returns the two groups with the IPv4 address.
 */
const embeddings: readonly { readonly form: RegExp; readonly pair: Pair }[] = [
  // Mapped (RFC 4291), translated (RFC 2765) and compatible addresses. `::1` and similar addresses do not
  // count as compatible addresses.
  { form: /^(0:){5}ffff:/, pair: last },
  { form: /^(0:){4}ffff:0:/, pair: last },
  { form: /^(0:){6}(?!0:)/, pair: last },
  // Addresses of a NAT64 gateway (RFC 6052), and of a gateway with a prefix of its own network (RFC 8215).
  { form: /^64:ff9b:(0:){4}/, pair: last },
  { form: /^64:ff9b:1:/, pair: last },
  // 6to4 (RFC 3056), Teredo (RFC 4380), which inverts the bits, and ISATAP (RFC 5214). They are methods to
  // tunnel IPv6 over IPv4.
  { form: /^2002:/, pair: (groups) => groups.slice(1, 3) },
  { form: /^2001:0:/, pair: (groups) => groups.slice(6).map((group) => group ^ 0xffff) },
  { form: /^([0-9a-f]+:){4}(0|200):5efe:/, pair: last },
];

/** The eight groups of an address. `::` replaces groups that are 0. */
function groupsOf(address: string): readonly number[] {
  const [before = '', after] = address.split('::');
  const [first, second] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (second?.length ?? 0) }, () => '0');
  const all = after === undefined ? (first ?? []) : [...(first ?? []), ...zeros, ...(second ?? [])];
  return all.map((group) => Number.parseInt(group, 16));
}
