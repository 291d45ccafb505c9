import { isSecretName } from '../../words.ts';
import { type Draft, notSet } from '../draft/draft.ts';
import type { TypedBody } from '../draft/multipart.ts';
import { changeLiterals, literalsAndReads } from '../draft/placeholders.ts';
import { printable, printableUrl, requestFrom, type Sent } from '../draft/request.ts';
import { sequenceName } from '../init.ts';
import { type Position, Refusal } from '../refusal.ts';
import { fileBody, uploadOf } from './file-body.ts';
import { formOf } from './form.ts';
import { curlTokens, mostTokens, type Token, tokensMax, withInput, withoutNegated } from './options.ts';
import { type ShellCommand, shellCommands, type Word } from './shell-words.ts';

/**
 * Words that may precede the name of a program: prompts, words of a shell, and programs such as `sudo` that
 * run another program.
 */
const beforeProgram =
  /^(\$|>|PS>|sudo|time|exec|env|nohup|command|!|\{|\}|if|then|elif|else|fi|while|until|do|done|\w+=.*)$/;

/** True for a request that a browser copied as PowerShell or as `fetch`. */
export const isOtherCopy = (text: string): boolean =>
  /^[ \t]*(await )?(Invoke-WebRequest|fetch\()/m.test(text) && !/\bcurl\b/.test(text);

/**
 * Imports curl commands as sequences, one for each request.
 * @throws Refusal for a command that a shell or curl would not accept.
 */
export function importCurl(text: string, draft: Draft): void {
  if (isOtherCopy(text))
    throw new Refusal('this is not a curl command; in the browser choose "Copy as cURL"');
  const commands = shellCommands(text);
  let lastLine: number | undefined;
  for (const command of commands) {
    const begin = command.findIndex(({ text: word }) => !beforeProgram.test(word));
    const program = command[begin];
    const [first] = command;
    if (program === undefined) {
      if (first?.position.line === lastLine && first?.text.includes('='))
        draft.warnings.push(
          `'${printable(first.text.replace(/=.*$/s, '='))}' in line ${first.position.line} is not imported: a shell ends a command at &; write the URL in quotes`,
        );
      continue;
    }
    if (!/(^|[/\\])curl(\.exe)?$/i.test(program.text)) {
      draft.warnings.push(
        `'${printable(program.text)}' in line ${program.position.line} is not imported: it is not a curl command`,
      );
      continue;
    }
    importCommand(program.position, command.slice(begin + 1), draft);
    lastLine = command.at(-1)?.position.line;
  }
  if (
    draft.requests.length === 0 &&
    draft.warnings.every((warning) => warning.includes('not a curl command'))
  ) {
    throw new Refusal('no curl command was found; a command must begin with curl');
  }
}

function importCommand(position: Position, words: ShellCommand, draft: Draft): void {
  const options = words.filter(({ isInput }) => isInput === undefined);
  const input = words.findLast(({ isInput }) => isInput === true)?.text;
  if (mostTokens(options.map(({ text }) => text)) > tokensMax)
    throw new Refusal(
      `this curl command has more than ${tokensMax} options and URLs; divide it into several commands`,
      position,
    );
  const given = curlTokens(options.map(({ text }) => text));
  const wrong = given.find((token) => token.wrong !== undefined);
  if (wrong?.wrong !== undefined) throw new Refusal(wrong.wrong, positionOf(wrong, options, position));
  const tokens = input === undefined ? given : withInput(given, input);
  for (const group of split(tokens)) importTransfer(group, positionOf(group[0], options, position), draft);
}

const positionOf = (token: Token | undefined, words: readonly Word[], otherwise: Position): Position =>
  words[token?.index ?? -1]?.position ?? otherwise;

/** Splits a command into its transfers. `--next` begins another transfer with its own options. */
function split(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    if (token.name === 'next') groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups;
}

function importTransfer(tokens: readonly Token[], position: Position, draft: Draft): void {
  const options = new Options(tokens);
  const urls = options.all('url');
  if (urls.length === 0) throw new Refusal('this curl command has no URL', position);
  for (const [at, url] of urls.entries()) {
    const item = `'${printableUrl(url)}' in line ${position.line}`;
    const unusable = reasons.find(([name, , applies = () => true]) => options.all(name).some(applies));
    const file = unusable === undefined ? fileBody(tokens, at, draft) : { wrong: unusable[1] };
    const form = unusable === undefined ? formOf(tokens, draft) : undefined;
    const sent =
      file !== undefined && 'wrong' in file
        ? file
        : form !== undefined && 'wrong' in form
          ? form
          : sentBy(url, options, at, file?.file, form);
    const given = 'wrong' in sent ? sent : requestFrom(draft, withParameters(sent, draft));
    if ('wrong' in given) {
      draft.warnings.push(`${item} is not imported: ${given.wrong}`);
      continue;
    }
    draft.sequence(sequenceName(given.path)).steps.push({ request: given });
    if (file !== undefined && 'remark' in file) draft.warnings.push(`${item}: ${file.remark}`);
    for (const [name, reason] of ignored) {
      if (options.has(name)) draft.warnings.push(`${item}: --${name} is left out, ${reason}`);
    }
  }
}

class Options {
  readonly tokens: readonly Token[];
  readonly #byName: ReadonlyMap<string, readonly Token[]>;

  constructor(tokens: readonly Token[]) {
    this.tokens = withoutNegated(tokens);
    this.#byName = Map.groupBy(this.tokens, ({ name }) => name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  all(name: string): readonly string[] {
    return (this.#byName.get(name) ?? []).map(({ value }) => value);
  }

  last(name: string): string | undefined {
    return this.all(name).at(-1);
  }
}

const readsFile = (value: string): boolean => value.startsWith('@');

/**
 * True when a value of `--data-urlencode` names a file, as `@FILE` or `name@FILE`. After a `=`, an `@` is
 * part of the text.
 */
const readsFileEncoded = (value: string): boolean => value.includes('@') && !value.includes('=');

/**
 * Options that a document cannot express, with the reason. A request that has one of them is not imported.
 */
const reasons: readonly (readonly [name: string, reason: string, applies?: (value: string) => boolean])[] = [
  ['config', '-K reads further options from a file; write these options into the command'],
  [
    'data-urlencode',
    '--data-urlencode @FILE reads its body from a file; write the body into the command',
    readsFileEncoded,
  ],
  [
    'url-query',
    '--url-query @FILE reads the query from a file; write the query into the URL',
    (value) => !value.startsWith('+') && readsFileEncoded(value),
  ],
  ['header', '-H @FILE reads its headers from a file; write the headers into the command', readsFile],
  [
    'cookie',
    '-b FILE reads cookies from a file; write them as name=value',
    (value) => !/=|\uFDD0/.test(value),
  ],
  ['digest', 'digest authentication is not supported'],
  ['ntlm', 'NTLM authentication is not supported'],
  ['negotiate', 'Negotiate authentication is not supported'],
  ['aws-sigv4', 'AWS signatures are not supported'],
  ['unix-socket', 'Unix sockets are not supported'],
];

/**
 * Options that the import leaves out with a warning. The reason often names what the user can write into the
 * document instead.
 */
const ignored: readonly (readonly [name: string, reason: string])[] = [
  ['proxy', 'because load goes to the target directly'],
  ['http3', 'because Downpour does not support HTTP/3'],
  ['http2-prior-knowledge', 'write `directHttp2: true` at the target'],
  ['cert', 'write the certificate under `keyManager` of the target'],
  ['resolve', 'write the address under `addresses` of the target'],
  ['connect-to', 'write the address under `addresses` of the target'],
  ['retry', 'because a load test never repeats a request'],
  ['request-target', 'because the path follows from the URL'],
  ['range', 'write the range as a header'],
  ['time-cond', 'write the time as the header if-modified-since or if-unmodified-since'],
  ['etag-compare', 'write the tag as the header if-none-match'],
  ['tr-encoding', 'write the header te'],
  ['netrc', 'write the user and the password with -u'],
  ['netrc-optional', 'write the user and the password with -u'],
  ['netrc-file', 'write the user and the password with -u'],
];

/** Matches a range or list that curl would expand, or nested braces, which curl refuses. */
const rangeOrList = /(?<!\\)(\[[\w-]\w*-[\w:-]+\]|\{[^{},]*,[^{}]*[{}])/;

function sentBy(
  url: string,
  options: Options,
  transfer: number,
  bodyFile: string | undefined,
  form: TypedBody | undefined,
): Sent | { readonly wrong: string } {
  const data = bodyFile === undefined ? (form?.text ?? dataOf(options)) : undefined;
  const inQuery = options.has('get');
  const body = inQuery ? undefined : data;
  const upload = uploadOf(options.tokens, transfer);
  const hasBody = body !== undefined || bodyFile !== undefined;
  const headers = headersOf(options, hasBody && upload === undefined, form?.type);
  // When `-G` moves the data into the query, curl ignores `--url-query`.
  const queries = inQuery && data !== undefined ? [data] : options.all('url-query').map(queryOf);
  if (!options.has('globoff') && rangeOrList.test(url)) {
    return {
      wrong: 'its URL has a range or list that curl would expand; write one command for each URL, or add -g',
    };
  }
  const address = addressSent(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`, options);
  const method =
    options.last('request') ??
    (options.has('head') ? 'HEAD' : upload !== undefined ? 'PUT' : hasBody ? 'POST' : 'GET');
  const seconds = Number(options.last('max-time') ?? Number.NaN);
  return {
    method,
    url: withQuery(uploadTo(address, upload), queries),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(bodyFile === undefined ? {} : { bodyFile }),
    ...(seconds > 0 ? { timeoutMs: Math.max(1, Math.round(seconds * 1000)) } : {}),
    ...(options.has('location') || options.has('location-trusted') ? { followsRedirects: true } : {}),
  };
}

/**
 * The address as curl sends it. Without `-g`, a backslash before a bracket is an escape, and braces around
 * one text are removed. Without `--path-as-is`, the path has no dot segments.
 */
function addressSent(url: string, options: Options): string {
  const plain = options.has('globoff')
    ? url
    : url.replace(
        /\\([[\]{}])|\{([^{}]+)\}/g,
        (_whole, escaped?: string, one?: string) => escaped ?? one ?? '',
      );
  if (options.has('path-as-is')) return plain;
  const [, before = '', path = '', rest = ''] = /^([^:]*:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(plain) ?? [];
  return before + withoutDotSegments(path) + rest;
}

/** Removes `.` and `..` from a path (RFC 3986 section 5.2.4). */
function withoutDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    if (segment === '..' && kept.length > 1) kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return kept.join('/');
}

/** The address of an upload. Curl adds the name of the file to an address that ends with a slash. */
function uploadTo(url: string, file: string | undefined): string {
  if (file === undefined) return url;
  const [, before = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const folder = /^[a-z0-9+.-]+:\/\/[^/]*$/i.test(before) ? `${before}/` : before;
  const name = encodeURIComponent(file.split(/[/\\]/).at(-1) ?? '');
  return folder.endsWith('/') ? folder + name + rest : url;
}

function withQuery(url: string, queries: readonly string[]): string {
  if (queries.length === 0) return url;
  const bare = url.replace(/#.*$/s, '');
  const separator = !bare.includes('?') ? '?' : /[?&]$/.test(bare) ? '' : '&';
  return bare + separator + queries.join('&');
}

const dataNames = ['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'];

/**
 * The body, from all data options in their order. Curl appends the text of `--json` directly, and all other
 * data after `&`.
 */
function dataOf({ tokens }: Options): string | undefined {
  const pieces = tokens.filter(({ name }) => dataNames.includes(name));
  if (pieces.length === 0) return undefined;
  return pieces.reduce((body, { name, value }) => {
    const separator = body === '' || name === 'json' ? '' : '&';
    return body + separator + (name === 'data-urlencode' ? encoded(value) : value);
  }, '');
}

/**
 * Encodes a value of `--data-urlencode`: `content`, `=content` or `name=content`. Only the content is
 * encoded.
 */
function encoded(text: string): string {
  const [, name, content = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(text) ?? [];
  const value = changeLiterals(content, (literal) => encodeURIComponent(literal));
  return name === undefined || name === '' ? value : `${name}=${value}`;
}

/** A value of `--url-query`, which has the forms of `--data-urlencode`. After `+` it is encoded already. */
const queryOf = (text: string): string => (text.startsWith('+') ? text.slice(1) : encoded(text));

function headersOf(options: Options, hasBody: boolean, formType: string | undefined): Sent['headers'] {
  // Curl adds its own boundary to the form type that a user wrote, even if that type has a boundary. The
  // import writes only the type with the boundary of the body that it composes.
  const written = options
    .all('header')
    .map(headerOf)
    .filter(([name, value]) => formType === undefined || !isFormType(name, value ?? ''));
  const json = options.has('json');
  const user = options.last('user');
  const defaults: readonly (readonly [string, string | undefined])[] = [
    [
      'content-type',
      !hasBody ? undefined : (formType ?? (json ? 'application/json' : 'application/x-www-form-urlencoded')),
    ],
    ['accept', json ? 'application/json' : undefined],
    ['accept-encoding', options.has('compressed') ? 'gzip, deflate, br' : undefined],
    ['user-agent', options.last('user-agent') || undefined],
    ['referer', options.last('referer')?.replace(/;auto$/, '') || undefined],
    ['cookie', options.all('cookie').join('; ') || undefined],
    ['authorization', user === undefined ? bearerOf(options) : `Basic ${user}`],
  ];
  const names = new Set(written.map(([name]) => name.toLowerCase()));
  const added = defaults.flatMap(([name, value]) =>
    value === undefined || names.has(name) ? [] : [[name, value] as const],
  );
  return [...written, ...added].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}

const isFormType = (name: string, value: string): boolean =>
  /^content-type$/i.test(name) && /^multipart\//i.test(value);

function bearerOf(options: Options): string | undefined {
  const token = options.last('oauth2-bearer');
  return token === undefined ? undefined : `Bearer ${token}`;
}

/**
 * Parses a header. `Name: value` sends it, `Name:` removes curl's own header, and `Name;` sends an empty
 * header.
 */
function headerOf(text: string): readonly [string, string | undefined] {
  const [, name, value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (name === undefined) return [text.replace(/;\s*$/, '').trim(), ''];
  return [name.trim(), value.trim() === '' ? undefined : value.trim()];
}

/** Replaces shell variables by parameters of the same name. */
function withParameters(sent: Sent, draft: Draft): Sent {
  const change = (text: string): string =>
    literalsAndReads(text)
      .map((part) => (typeof part === 'string' ? part : readOf(part.read, draft)))
      .join('');
  return {
    ...sent,
    url: change(sent.url),
    headers: sent.headers.map(([name, value]) => [name, change(value)]),
    ...(sent.body === undefined ? {} : { body: change(sent.body) }),
  };
}

const readOf = (name: string, draft: Draft): string =>
  isSecretName(name) ? draft.secret(name, name, `shell variable $${name}`) : draft.parameter(name, notSet);
