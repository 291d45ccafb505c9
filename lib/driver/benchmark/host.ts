import { asciiHost } from '../model/host-name.ts';

export type HostParts = { readonly scheme?: 'http' | 'https'; readonly host: string; readonly port?: number };

/**
 * Reads `host`, `host:port` or `scheme://host[:port]`. An IPv6 address keeps its brackets, and other names
 * become ASCII.
 */
export function parseHost(text: string): HostParts | { readonly wrong: string; readonly hint?: string } {
  const variable = /^(?:https?:\/\/)?\$\{?(\w+)\}?$/.exec(text)?.[1];
  if (variable !== undefined) {
    const hint = `write 'host: !param ${variable} http://localhost:8080', and set another host with -P ${variable}=URL`;
    return { wrong: `host '${text}' is a variable, but Downpour needs the host before the run starts`, hint };
  }
  const user = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/?#]*@(?=[^\s/?#])/i.exec(text)?.[0];
  if (user !== undefined) {
    const hint = "remove them, and add the header 'authorization' to httpRequest";
    return { wrong: `host '...@${text.slice(user.length)}' contains a user name and a password`, hint };
  }
  const [lead = '', named] = /^(https?)(?:[:;]?[/\\]{1,3}|:)(?=[a-z[])/i.exec(text) ?? [];
  if (named !== undefined && lead.toLowerCase() !== `${named.toLowerCase()}://`) {
    const hint = `write '${named.toLowerCase()}://${text.slice(lead.length)}'`;
    return { wrong: `host '${text}' is malformed`, hint };
  }
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[0-9a-f:.]+\]|[^\s/:?#@[\]]+)(?::(\d+))?([/?#].*)?$/i.exec(
    text,
  );
  if (match === null) {
    const [, bare] = /^(?:https?:\/\/)?([0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*)$/i.exec(text) ?? [];
    const hasZone = /\[[0-9a-f:.]+%/i.test(text);
    const isOddPort = /^(?:https?:\/\/)?[^\s/:?#@[\]]+:(?!\d+$)\w*$/i.test(text);
    const expected = 'expected a host name such as example.com, example.com:8080 or https://example.com';
    return {
      wrong: `host '${text}' is malformed, ${expected}`,
      ...(hasZone && { hint: 'write the name of the host, or an IPv6 address without a zone' }),
      ...(isOddPort && { hint: 'write the port as a number, such as 8080' }),
      ...(bare !== undefined && { hint: 'write an IPv6 address in brackets, such as [::1]:8080' }),
    };
  }
  const [, scheme, written = '', port, rest] = match;
  if (rest !== undefined) {
    return {
      wrong: `host '${text}' has a path`,
      hint: `remove '${rest}' here, and write the path into httpRequest`,
    };
  }
  const protocol = scheme?.toLowerCase();
  if (protocol !== undefined && protocol !== 'http' && protocol !== 'https') {
    return {
      wrong: `host '${text}' has the unknown scheme '${scheme}', expected http or https`,
      ...(/^wss?$/.test(protocol) && { hint: 'Downpour does not support websockets' }),
    };
  }
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) {
    return { wrong: `host '${text}' has port ${port}, expected a port from 1 to 65535` };
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
