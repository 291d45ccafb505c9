import { parseArgs } from 'node:util';

/**
 * The options of curl 7.88 to 8 with a value and without one, from its `--help all`. The list is complete, so
 * that no value is mistaken for a URL. `util.parseArgs` of Node parses them, so no library is needed.
 */
const withValue =
  'abstract-unix-socket alt-svc aws-sigv4 cacert capath E:cert cert-type ciphers K:config connect-timeout connect-to ' +
  'C:continue-at b:cookie c:cookie-jar create-file-mode crlfile curves d:data data-ascii data-binary data-raw ' +
  'data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url D:dump-header egd-file ' +
  'engine etag-compare etag-save expect100-timeout F:form form-string ftp-account ftp-alternative-to-user ftp-method ' +
  'P:ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip H:header h:help hostpubmd5 hostpubsha256 ' +
  'hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate ' +
  'local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs m:max-time netrc-file noproxy ' +
  'oauth2-bearer o:output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir x:proxy ' +
  'proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key ' +
  'proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype ' +
  'proxy-tlspassword proxy-tlsuser U:proxy-user proxy1.0 pubkey Q:quote random-file r:range rate e:referer X:request ' +
  'request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 ' +
  'socks5-gssapi-service socks5-hostname Y:speed-limit y:speed-time stderr t:telnet-option tftp-blksize z:time-cond ' +
  'tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket T:upload-file url ' +
  'url-query u:user A:user-agent variable vlan-priority w:write-out';

const withoutValue =
  'anyauth a:append basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest q:disable ' +
  'disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure f:fail fail-early fail-with-body ' +
  'false-start form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control G:get ' +
  'g:globoff haproxy-protocol I:head http0.9 0:http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ' +
  'ignore-content-length i:include k:insecure 4:ipv4 6:ipv6 j:junk-session-cookies l:list-only L:location ' +
  'location-trusted mail-rcpt-allowfails M:manual metalink mptcp negotiate n:netrc netrc-optional ::next no-alpn ' +
  'N:no-buffer no-clobber no-keepalive no-npn no-progress-meter no-sessionid ntlm ntlm-wb Z:parallel ' +
  'parallel-immediate path-as-is post301 post302 post303 #:progress-bar proxy-anyauth proxy-basic proxy-ca-native ' +
  'proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast ' +
  'proxy-ssl-auto-client-cert proxy-tlsv1 p:proxytunnel raw J:remote-header-name O:remote-name remote-name-all ' +
  'R:remote-time remove-on-error retry-all-errors retry-connrefused sasl-ir S:show-error s:silent skip-existing ' +
  'socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ' +
  'ssl-revoke-best-effort 2:sslv2 3:sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay ' +
  'tftp-no-options tls-earlydata 1:tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time B:use-ascii ' +
  'v:verbose V:version xattr';

type Option = { readonly type: 'string' | 'boolean'; readonly multiple: true; readonly short?: string };

const options: Readonly<Record<string, Option>> = Object.fromEntries([
  ...withValue.split(' ').map((word) => optionOf(word, 'string')),
  ...withoutValue.split(' ').map((word) => optionOf(word, 'boolean')),
]);

function optionOf(word: string, type: Option['type']): readonly [string, Option] {
  const [, short, name = ''] = /^(?:(.):)?(.*)$/.exec(word) ?? [];
  return [name, { type, multiple: true, ...(short === undefined ? {} : { short }) }];
}

/** An option or a URL of a curl command. `index` is the position of its word in the command line. */
export type Token = {
  readonly name: string;
  readonly value: string;
  readonly index: number;
  readonly wrong?: string;
};

/**
 * The most options and URLs of a command. The time of `util.parseArgs` grows with the square of their number,
 * and each URL becomes a request with all options.
 */
export const tokensMax = 2_000;

const flags = Object.values(options).flatMap(({ type, short }) => (type === 'boolean' && short) || []);
const flagsAtBegin = new RegExp(`^-[${flags.join('')}]+`);

/** The most options and URLs that words can contain. A word such as `-sSL` has several options. */
export const mostTokens = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + Math.max(1, (flagsAtBegin.exec(word)?.[0].length ?? 0) - 1), 0);

/** Parses the words after `curl` into options with their long names. A URL has the name `url`. */
export function curlTokens(words: readonly string[]): readonly Token[] {
  const { tokens } = parseArgs({
    args: [...words],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens.flatMap((token): readonly Token[] => {
    if (token.kind === 'option-terminator') return [];
    if (token.kind === 'positional' && token.value === '-') return [tokenOf('', '-', undefined, token.index)];
    if (token.kind === 'positional') return [{ name: 'url', value: token.value, index: token.index }];
    return [tokenOf(token.name, token.rawName, token.value, token.index)];
  });
}

function tokenOf(name: string, rawName: string, value: string | undefined, index: number): Token {
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  if (known === undefined && negatedBy(name) !== undefined) return { name, value: '', index };
  if (known === undefined && name.startsWith('expand-')) {
    const wrong = `${rawName} has a variable of curl: write the option without \`expand-\`, and the value of the variable`;
    return { name, value: '', index, wrong };
  }
  if (known === undefined) {
    const advice = rawName === '-' ? '; remove the blank after it' : '';
    return { name, value: '', index, wrong: `curl has no option ${rawName}${advice}` };
  }
  if (known.type === 'string' && value === undefined) {
    return { name, value: '', index, wrong: `curl's option ${rawName} needs a value` };
  }
  return { name, value: value ?? '', index };
}

/** The option that another one turns off, such as `compressed` for `no-compressed`. */
function negatedBy(name: string): string | undefined {
  const [, negated = ''] = /^no-(.+)$/.exec(name) ?? [];
  return Object.hasOwn(options, negated) && options[negated]?.type === 'boolean' ? negated : undefined;
}

/** Leaves out options such as `--no-compressed`, and every earlier option that such an option turns off. */
export function withoutNegated(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  const off = new Set<string>();
  for (const token of tokens.toReversed()) {
    const negated = negatedBy(token.name);
    if (negated !== undefined) off.add(negated);
    else if (!off.has(token.name)) kept.push(token);
  }
  return kept.toReversed();
}

/**
 * Replaces `@-` by the standard input of the command. `-d` leaves out its line breaks, and `--data-raw` never
 * reads a file, even if the text begins with `@`.
 */
export const withInput = (tokens: readonly Token[], input: string): readonly Token[] =>
  tokens.map((token) => {
    const { name, value } = token;
    if (name === 'data-urlencode' && /^[^=]*@-$/.test(value))
      return { ...token, value: `${value.slice(0, -2)}=${input}` };
    if (value !== '@-') return token;
    if (name === 'json') return { ...token, value: input };
    if (name === 'data-binary') return { ...token, name: 'data-raw', value: input };
    if (name !== 'data' && name !== 'data-ascii') return token;
    return { ...token, name: 'data-raw', value: input.replace(/[\r\n]/g, '') };
  });
