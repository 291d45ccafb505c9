import { isIP } from 'node:net';
import { type Field, oneOrMany, withDefault } from '../../declaration/field.ts';
import { own } from '../../declaration/schema.ts';
import { textOf } from '../../declaration/value-readers.ts';
import { asciiAuthority } from '../../model/host-name.ts';
import { parseHost } from '../host.ts';

/**
 * Reads `ip`, `ip:port`, `[v6]` or `[v6]:port`. A host name instead of the address is resolved when a
 * connection opens.
 */
const parseAddress: Field<string>['parse'] = (raw, at, { findings }) => {
  const address = textOf(raw) ?? '';
  if (isAddress(address)) return asciiAuthority(address) ?? address;
  const expected = 'expected an IP address or a host name, such as 10.0.0.7, 10.0.0.7:8080 or [::1]:8080';
  findings.error(at, `'${address}' is not an address, ${expected}`);
  return undefined;
};

function isAddress(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const parts = parseHost(text);
  if ('wrong' in parts || parts.scheme !== undefined) return false;
  const bare = parts.host.replace(/^\[(.*)\]$/, '$1');
  const isNumeric = bare !== parts.host || /^[\d.]+$/.test(bare);
  return isNumeric ? isIP(bare) !== 0 : true;
}

export const addresses = withDefault([], {
  schema: {
    title: 'a list of addresses',
    ...own(
      'IP addresses or host names, each with an optional port. Every connection goes to one of them, chosen at random. When empty, connections go to `host`.',
      ['10.0.0.7:8080'],
    ),
    type: ['array', 'string'],
    items: { title: 'an address', type: 'string' },
  },
  always: false,
  parse: oneOrMany(parseAddress),
});
