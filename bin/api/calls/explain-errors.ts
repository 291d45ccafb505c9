import { ApiError } from '../../../lib/client/index.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { reasonOf } from '../../../lib/http-client/call.ts';
import { defaultService } from '../../../lib/names/environment.ts';
import { andProxy } from '../check-proxy.ts';
import { raiseBodyLimit } from '../put-presigned.ts';

export type Credentials = {
  readonly url: string;
  readonly apiKey?: string;
  /**
   * The name of the variable or the file that contains the API key, for messages. @default 'DOWNPOUR_API_KEY'
   */
  readonly keyIn?: string;
  /** The name `<service>` in the header `X-<service>-API-Key`. */
  readonly service?: string;
  /** The folder of the option `--data`, for printed commands. */
  readonly data?: string | undefined;
  /** Resolves when a burst has ended. Present when the local cloud runs in this process. */
  readonly ended?: (burst: string) => Promise<unknown>;
};

type Particulars = {
  /** The name of the document in the request, for messages about its problems. */
  readonly file?: string;
  /** Returns true for the body of an error that the caller treats as a normal answer. */
  readonly accepts?: (body: unknown) => boolean;
};

/**
 * Waits for the answer to a call of the API. When the call fails, the error tells a user of the command line
 * what to do next.
 * @throws DownpourError the error of the API, `API_UNREACHABLE` (503), or `URL_FOREIGN` (400) when another
 * program answers.
 */
export type Explain = <T>(answer: Promise<T>, particulars?: Particulars) => Promise<T>;

export const explainErrors =
  (credentials: Credentials): Explain =>
  async <T>(answer: Promise<T>, { file, accepts }: Particulars = {}): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (accepts?.(error.body)) return error.body as T;
      throw refusal(error, credentials, file);
    }
  };

/** The statuses with which a server answers an unknown route. */
const absent: readonly number[] = [404, 405, 501];

function refusal(error: ApiError, credentials: Credentials, file: string | undefined): DownpourError {
  const { status, code, body, request, message } = error;
  const { url } = credentials;
  if (code === 'UNREACHABLE') return unreachable(new URL(url), error.cause);
  if (code === 'PATH_INVALID') return new DownpourError(code, 400, message, { cause: error });
  if (code === 'FOREIGN') return foreign(url, message);
  // Downpour's pages for browsers answer when the path has a wrong prefix. They accept no other method than
  // GET.
  if ((absent.includes(status) && code === `HTTP_${status}`) || code === 'METHOD_NOT_ALLOWED')
    return foreign(url, `this server has no operation ${request}`);
  if (code === 'NOT_FOUND' && /\/api\/?$/.test(url))
    return foreign(url, 'Downpour adds /api itself, so write the URL without /api');
  // Without an error code in the answer, a gateway or a proxy has answered instead of the API.
  const isProxy = message.startsWith(request);
  const said = isProxy
    ? `${url} answered with the status ${status}: ${wordsOf(body)}; ${nextOfProxy(status)}`
    : code === `HTTP_${status}`
      ? `the API answered with the status ${status}: ${message}`
      : message
          .replace(/\bGET \/api\/test$/, '`downpour tests`')
          .replace(/\bGET \/api\/alerting\/changes$/, '`downpour changes list TEST`');
  if (status === 401 && !isProxy)
    return new DownpourError(code, status, keyRefusal(credentials, said), { details: body });
  const asked = error.requestId === undefined ? '' : ` for the request ${error.requestId}`;
  const where = code === 'INTERNAL' ? `; the log of the API has the reason${asked}` : '';
  const details = typeof body === 'object' && body !== null ? { file, ...body } : body;
  return new DownpourError(code, status, said + where, { details });
}

/** The next action after an answer that a proxy in front of the API gave. */
function nextOfProxy(status: number): string {
  if (status < 400) return 'check DOWNPOUR_URL';
  if (status === 401 || status === 403)
    return 'a proxy in front of the API rejects the request; ask its operator to let requests with an API key pass';
  if (status === 413) return raiseBodyLimit;
  return 'try again, or ask the operator of this address';
}

function unreachable(url: URL, cause: unknown): DownpourError {
  const text =
    (cause as NodeJS.ErrnoException).code === 'ERR_SSL_WRONG_VERSION_NUMBER'
      ? `No answer from ${url.origin}: the server does not use TLS; write http:// in DOWNPOUR_URL for an API without TLS`
      : `No answer from ${url.origin}: ${reasonOf(cause)}; check that the API runs there${andProxy(url.href)}`;
  return new DownpourError('API_UNREACHABLE', 503, text, { cause });
}

function foreign(url: string, why: string): DownpourError {
  return new DownpourError('URL_FOREIGN', 400, `${url} is not Downpour's API: ${why}; check DOWNPOUR_URL`);
}

/** The text of a response of a proxy, which is usually HTML. Its title usually repeats the first heading. */
function wordsOf(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const words = text
    .slice(0, 10_000)
    .replace(/<(style|script|title)\b.*?<\/\1>|<[^>]*>/gis, ' ')
    .replace(/\s+/g, ' ');
  return words.trim().slice(0, 200) || 'no explanation';
}

/**
 * The message for a rejected API key.
 * @param message is the message of the API. It names the header when the request had no key.
 */
function keyRefusal(
  { url, apiKey, keyIn = 'DOWNPOUR_API_KEY', service = defaultService }: Credentials,
  message: string,
): string {
  if (apiKey === undefined || apiKey === '') return `${url} needs an API key: set ${keyIn}`;
  const [header, expected = service] = /\bX-([A-Za-z][A-Za-z0-9-]*)-API-Key\b/.exec(message) ?? [];
  if (expected.toLowerCase() !== service.toLowerCase())
    return `${url} expects API keys in the header ${header}: set DOWNPOUR_SERVICE=${expected}`;
  // The beginning of a key is shown only if it has the form of an API key. Another text may be a short
  // secret.
  const begins = /^dpr_\d+_/.test(apiKey) ? ` (${apiKey.slice(0, 8)}...)` : '';
  return `${url} does not know the API key in ${keyIn}${begins}: the key is wrong, revoked or expired; put a valid key there`;
}
