import { counted, plural } from '../../words.ts';
import { noWebsockets } from '../draft/address.ts';
import type { Draft, DraftRequest, DraftSequence } from '../draft/draft.ts';
import { boundaryOf } from '../draft/media-types.ts';
import { multipartBody, type TypedBody } from '../draft/multipart.ts';
import { camelCase } from '../draft/names.ts';
import { percentEncoded } from '../draft/percent.ts';
import { withoutPlaceholders } from '../draft/placeholders.ts';
import { printable, printableUrl, requestFrom, type Sent } from '../draft/request.ts';
import { sequenceName } from '../init.ts';
import { type Fields, fieldsOf, listOf, pairsOf, parseJson, refusalAt, scalarText } from '../json.ts';

/**
 * Imports a browser's recording (HAR 1.2). A page becomes a sequence, and a pause between requests a think
 * time. The import reads leniently, without har-schema, because browsers omit half of the members that the
 * schema requires.
 */
export function importHar(text: string, draft: Draft, { all }: { readonly all: boolean }): void {
  const log = fieldsOf(fieldsOf(parseJson(text)).log);
  if (!Array.isArray(log.entries))
    throw refusalAt(text, ['log'], 'this is not a HAR file: log.entries is not a list');
  const recorded = log.entries.map(fieldsOf);
  const times = beginTimes(recorded);
  const entries = recorded
    .map((entry, index) => entryOf(entry, index, times[index] ?? 0))
    .sort((a, b) => a.beginMs - b.beginMs);
  const pages = new Pages(log, draft);
  const omitted: string[] = [];
  const conditional = entries.filter(({ isConditional }) => isConditional).length;
  for (const entry of entries) {
    const wrong = wrongEntry(entry);
    if (wrong !== undefined) draft.warnings.push(`${entry.item} is not imported: ${wrong}`);
    else if (!all && isStatic(entry)) omitted.push(entry.kind);
    else addEntry(entry, pages, draft);
  }
  draft.dropEmpty();
  if (omitted.length > 0) draft.warnings.push(omission(omitted));
  draft.warnings.push(...otherHosts(draft));
  if (conditional > 0)
    draft.warnings.push(
      `the headers If-None-Match and If-Modified-Since of ${counted(conditional, 'recorded request')} are left out, so that users get whole responses instead of 304; to avoid this, record with an empty cache`,
    );
}

/** A page also requests hosts of other companies, such as analytics. A user may not know them. */
function otherHosts({ targets, requests }: Draft): readonly string[] {
  const byTarget = Map.groupBy(requests, ({ target }) => target);
  const [, ...others] = targets.map(
    (target) => `${target.endpoint} (${counted(byTarget.get(target)?.length ?? 0, 'request')})`,
  );
  if (others.length === 0) return [];
  const shown = others.length > 10 ? [...others.slice(0, 10), `${others.length - 10} more`] : others;
  return [
    `the document also sends load to ${shown.join(', ')}: before you run it, remove the requests to hosts that are not yours`,
  ];
}

type Entry = {
  readonly item: string;
  readonly sent: Sent;
  readonly beginMs: number;
  readonly endMs: number;
  readonly page: string;
  readonly kind: string;
  readonly status: number;
  readonly isConditional: boolean;
  /** The body of the recorded response. */
  readonly content: Fields;
  readonly wrong: string | undefined;
};

/**
 * The instants at which entries begin, in epoch milliseconds. An entry without a readable time begins with
 * the entry before it in the file, or else with the first entry that has a time.
 */
function beginTimes(entries: readonly Fields[]): readonly number[] {
  const times = entries.map((entry) => Date.parse(scalarText(entry.startedDateTime) ?? ''));
  let latestMs = times.find(Number.isFinite) ?? 0;
  return times.map((timeMs) => {
    if (Number.isFinite(timeMs)) latestMs = timeMs;
    return latestMs;
  });
}

function entryOf(entry: Fields, index: number, beginMs: number): Entry {
  const request = fieldsOf(entry.request);
  const response = fieldsOf(entry.response);
  const method = scalarText(request.method) ?? 'GET';
  const url = urlOf(request);
  // Tools that write requests before they are sent write no response.
  const status = Number(response.status ?? Number.NaN);
  const post = fieldsOf(request.postData);
  const form = formOf(post);
  const body = form?.text ?? bodyOf(post);
  return {
    item: `entry ${index + 1}, ${printable(`${method} ${printableUrl(url)}`)}`,
    sent: {
      method,
      url,
      headers: headersOf(request, form?.type ?? scalarText(post.mimeType), form !== undefined),
      body: body ?? '',
      ...(status >= 400 && status <= 599 ? { status } : {}),
    },
    beginMs,
    endMs: beginMs + Math.max(0, Number(entry.time) || 0),
    page: scalarText(entry.pageref) ?? '',
    kind:
      method === 'OPTIONS' && hasHeader(request, /^access-control-request-method$/i)
        ? 'preflight'
        : kindOf(scalarText(entry._resourceType), scalarText(fieldsOf(response.content).mimeType), url),
    status,
    isConditional: hasHeader(request, ofBrowserCache),
    content: fieldsOf(response.content),
    wrong: wrongBodyOf(request, body),
  };
}

const hasHeader = ({ headers }: Fields, named: RegExp): boolean =>
  pairsOf(headers).some(([name]) => named.test(name));

/** The URL of a request. Tools that write requests before they are sent have its query only as a list. */
function urlOf({ url: value, queryString }: Fields): string {
  const url = scalarText(value) ?? '';
  const query = encodedPairs(queryString);
  if (query === '' || url.includes('?')) return url;
  const [before = ''] = url.split('#', 1);
  return `${before}?${query}`;
}

/** The reason not to send a request with this body. Undefined when the body is complete. */
function wrongBodyOf(request: Fields, body: string | undefined): string | undefined {
  const post = fieldsOf(request.postData);
  if (body === undefined) return 'its body has the encoding base64, but is not base64';
  if (hasNamedFile(post) || hasEmptyFile(post, body))
    return 'its form uploads a file whose content was not recorded';
  if (body !== '' && isCompressed(request))
    return 'its body was sent compressed, and a benchmark document can contain only text';
  if (isOtherThanForm(post))
    return `its body was recorded as the fields of a form, but has the type ${printable(typeOf(post))}`;
  const bytes = sentBytes(request);
  return body === '' && bytes > 0 ? `its body of ${counted(bytes, 'byte')} was not recorded` : undefined;
}

const isCompressed = (request: Fields): boolean =>
  pairsOf(request.headers).some(
    ([name, coding]) => /^content-encoding$/i.test(name) && !/^(identity)?$/i.test(coding),
  );

/** The length of the body that was sent, in bytes. 0 when it is unknown. */
function sentBytes({ headers, bodySize }: Fields): number {
  const header = pairsOf(headers).find(([name]) => /^content-length$/i.test(name))?.[1];
  return Math.max(0, Number(header) || 0, Number(bodySize) || 0);
}

/**
 * Headers that a browser sends because it has the page in its cache. In a load test, every user visits for
 * the first time.
 */
const ofBrowserCache = /^(if-none-match|if-modified-since)$/i;

function headersOf(request: Fields, type: string | undefined, isForm: boolean): Sent['headers'] {
  const headers = pairsOf(request.headers).filter(
    ([name]) => !ofBrowserCache.test(name) && !(isForm && /^content-type$/i.test(name)),
  );
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const cookies = pairsOf(request.cookies).map(([name, value]) => `${name}=${value}`);
  return [
    ...headers,
    ...(names.has('cookie') || cookies.length === 0 ? [] : [['cookie', cookies.join('; ')] as const]),
    ...(names.has('content-type') || type === undefined || type === ''
      ? []
      : [['content-type', type] as const]),
  ];
}

/**
 * The body of a recorded request. Empty when it has none, undefined when the body cannot be read. Bytes that
 * are not text become U+FFFD, which no request may contain.
 */
function bodyOf(post: Fields): string | undefined {
  if ((scalarText(post.text) ?? '') !== '') return fromBoundary(textOf(post), post);
  return encodedPairs(post.params);
}

/**
 * The text of a recorded body. Undefined when the entry has no text, or when its encoding is base64 and the
 * text is not.
 */
function textOf({ text: value, encoding }: Fields): string | undefined {
  const text = scalarText(value);
  return text !== undefined && /^base64$/i.test(scalarText(encoding) ?? '') ? decodedBase64(text) : text;
}

const encodedPairs = (list: unknown): string =>
  pairsOf(list)
    .map(([name, value]) => `${encodedOnce(name)}=${encodedOnce(value)}`)
    .join('&');

/**
 * Percent-encodes a name or a value. Some browsers record names and values already encoded, so existing
 * escapes remain.
 */
const encodedOnce = (text: string): string =>
  /%[0-9a-f]{2}/i.test(text) ? text.replace(/[^!-~]+|[&=#]/gu, percentEncoded) : percentEncoded(text);

/** The text of a form, from its first boundary on. Firefox records request headers before this boundary. */
function fromBoundary(text: string | undefined, post: Fields): string | undefined {
  const boundary = boundaryOf(typeOf(post));
  return boundary === undefined ? text : text?.slice(Math.max(0, text.indexOf(`--${boundary}`)));
}

const isForm = (post: Fields): boolean => /^multipart\/form-data\b/i.test(typeOf(post));

const hasOnlyFields = (post: Fields): boolean =>
  (scalarText(post.text) ?? '') === '' && listOf(post.params).length > 0;

/** The form of a request that was recorded only as fields. Undefined when its text was recorded. */
function formOf(post: Fields): TypedBody | undefined {
  if (!isForm(post) || !hasOnlyFields(post)) return undefined;
  return multipartBody(
    listOf(post.params)
      .map(fieldsOf)
      .map(({ name, value, fileName, contentType }) => ({
        name: scalarText(name) ?? '',
        value: scalarText(value) ?? '',
        fileName: scalarText(fileName),
        type: scalarText(contentType),
      })),
  );
}

/** True for the fields of a form when a file among them was recorded only by its name. */
const hasNamedFile = (post: Fields): boolean =>
  isForm(post) &&
  hasOnlyFields(post) &&
  listOf(post.params)
    .map(fieldsOf)
    .some(({ fileName, value }) => scalarText(fileName) !== undefined && scalarText(value) === undefined);

/** True for the text of a form when a file in it has no content. Chrome leaves out the contents of files. */
function hasEmptyFile(post: Fields, body: string): boolean {
  const boundary = boundaryOf(typeOf(post));
  return boundary !== undefined && isForm(post) && body.split(`--${boundary}`).some(isEmptyFile);
}

function isEmptyFile(part: string): boolean {
  const end = part.indexOf('\r\n\r\n');
  return end >= 0 && /;\s*filename="[^"]/i.test(part.slice(0, end)) && part.slice(end).trim() === '';
}

/** True for a body that is recorded only as fields, although its media type is not that of a form. */
const isOtherThanForm = (post: Fields): boolean =>
  hasOnlyFields(post) && !/^$|x-www-form-urlencoded|^multipart\//i.test(typeOf(post));

const typeOf = (post: Fields): string => (scalarText(post.mimeType) ?? '').trim();

function decodedBase64(text: string): string | undefined {
  const digits = text.replace(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(digits)) return undefined;
  return withoutPlaceholders(Buffer.from(digits, 'base64').toString());
}

function wrongEntry({ sent: { url }, kind, status, wrong }: Entry): string | undefined {
  if (wrong !== undefined) return wrong;
  if (/^wss?:/i.test(url) || kind === 'websocket') return noWebsockets;
  if (kind === 'eventsource')
    return 'it is an event stream: its response has no end, so Downpour cannot measure its time';
  if (!/^https?:/i.test(url)) return 'it was not sent over HTTP';
  if (kind === 'preflight') return 'browsers add this request by themselves (CORS preflight)';
  return status === 0 ? 'it got no answer when it was recorded' : undefined;
}

const staticKinds = ['image', 'font', 'stylesheet', 'script', 'media', 'manifest', 'texttrack'];
const staticFile =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|css|m?js|map|woff2?|ttf|otf|eot|mp[34]|webm|webmanifest)$/i;

const isStatic = ({ kind }: Entry): boolean => staticKinds.includes(kind);

/**
 * The kind of a resource. Chrome and Firefox record it. For other browsers the media type or the file name
 * decides.
 */
function kindOf(resource: string | undefined, mime = '', url: string): string {
  if (resource !== undefined && resource !== 'other') return resource.toLowerCase();
  const [, type] = /^(image|font|audio|video)\//i.exec(mime) ?? [];
  if (type !== undefined) return /audio|video/i.test(type) ? 'media' : type.toLowerCase();
  if (/css/i.test(mime)) return 'stylesheet';
  if (/javascript|ecmascript/i.test(mime)) return 'script';
  return staticFile.test(url.replace(/[?#].*$/s, '')) ? 'image' : 'fetch';
}

function omission(kinds: readonly string[]): string {
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, list]) => `${list.length} ${kind}`);
  return `${counted(kinds.length, 'static resource')} ${plural('is', kinds.length, 'are')} left out (${counts.join(', ')}); --all keeps them`;
}

/**
 * Finds the sequence for the page of each request. Remembers the end of the last request, for the think time
 * before the next one.
 */
class Pages {
  readonly #titles: ReadonlyMap<string, string>;
  readonly #draft: Draft;
  #current: { readonly page: string; readonly sequence: DraftSequence } | undefined;
  lastEndMs: number | undefined;

  constructor(log: Fields, draft: Draft) {
    this.#draft = draft;
    this.#titles = new Map(
      listOf(log.pages).map((page) => [
        scalarText(fieldsOf(page).id) ?? '',
        scalarText(fieldsOf(page).title) ?? '',
      ]),
    );
  }

  /**
   * The sequence for a request. Requests remain in the order of time, because they are the actions of one
   * user. When the requests of two open pages alternate, each change of the page therefore begins another
   * sequence.
   */
  sequenceOf(entry: Entry, request: DraftRequest): DraftSequence {
    if (this.#current?.page === entry.page) return this.#current.sequence;
    const title = this.#titles.get(entry.page) ?? '';
    const named =
      /^https?:/i.test(title) || camelCase(title) === '' ? sequenceName(request.path) : camelCase(title);
    const sequence = this.#draft.sequence(
      named,
      title === '' ? undefined : `Page: ${printable(withoutQuery(title))}`,
    );
    this.#current = { page: entry.page, sequence };
    return sequence;
  }
}

const withoutQuery = (title: string): string =>
  /^https?:/i.test(title) ? title.replace(/[?#].*$/s, '') : title;

function addEntry(entry: Entry, pages: Pages, draft: Draft): void {
  const request = requestFrom(draft, entry.sent);
  if ('wrong' in request) {
    draft.warnings.push(`${entry.item} is not imported: ${request.wrong}`);
    return;
  }
  const { steps } = pages.sequenceOf(entry, request);
  const pauseMs = pages.lastEndMs === undefined ? 0 : entry.beginMs - pages.lastEndMs;
  const thinkMs = rounded(Math.min(pauseMs, thinkMsMax));
  if (pauseMs > thinkMsMax) {
    draft.warnings.push(
      `the recorded pause of ${Math.round(pauseMs / 1000)} s before ${entry.item} was shortened to ${thinkMsMax / 1000} s`,
    );
  }
  if (thinkMs > 0) steps.push({ thinkMs });
  steps.push({ request });
  if (!isStatic(entry)) draft.receive(entry.item, textOf(entry.content) ?? '');
  pages.lastEndMs = Math.max(pages.lastEndMs ?? 0, entry.endMs);
}

/**
 * The longest think time in milliseconds. A longer pause means that the person left the screen, which no user
 * of a load test should do.
 */
const thinkMsMax = 30_000;

/**
 * Rounds a pause: to tenths of a second up to a second, above to half seconds. A pause below 50 ms was work
 * of the browser.
 */
const rounded = (ms: number): number => (ms < 1000 ? Math.round(ms / 100) * 100 : Math.round(ms / 500) * 500);
