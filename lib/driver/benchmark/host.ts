import { asciiHost } from '../model/host-name.ts';

export type HostParts = { readonly scheme?: 'http' | 'https'; readonly host: string; readonly port?: number };

/**
 * Reads `host`, `host:port` and `scheme://host[:port]`. An IPv6 address keeps its brackets, and other names
 * become ASCII.
 */
export function parseHost(text: string): HostParts | { readonly wrong: string; readonly hint?: string } {
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[0-9a-f:.]+\]|[^\s/:?#@[\]]+)(?::(\d+))?([/?#].*)?$/i.exec(
    text,
  );
  if (match === null) {
    const expected = 'expected a host name such as example.com, example.com:8080 or https://example.com';
    return { wrong: `host '${text}' is malformed, ${expected}` };
  }
  const [, scheme, written = '', port, rest] = match;
  if (rest !== undefined) {
    return { wrong: `host '${text}' has a path`, hint: `remove '${rest}' and write paths into httpRequest` };
  }
  const protocol = scheme?.toLowerCase();
  if (protocol !== undefined && protocol !== 'http' && protocol !== 'https') {
    return { wrong: `host '${text}' has the unknown scheme '${scheme}', expected http or https` };
  }
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) {
    return { wrong: `host '${text}' has port ${port}, expected one from 1 to 65535` };
  }
  const host = asciiHost(written);
  if (host === undefined) {
    return { wrong: `host '${text}' is not a valid host name`, hint: 'check the spelling of the host' };
  }
  return {
    host,
    ...(protocol === undefined ? {} : { scheme: protocol }),
    ...(port === undefined ? {} : { port: Number(port) }),
  };
}
