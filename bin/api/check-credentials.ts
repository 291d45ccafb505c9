import { DownpourError } from '../../lib/errors.ts';
import { usualPorts } from '../cli/context.ts';
import type { Credentials } from './calls/explain-errors.ts';

/**
 * The address, the key and the service of an API in the form in which they are sent.
 * @throws DownpourError `URL_INVALID` or `SERVICE_INVALID` (400), or `UNAUTHORIZED` (401) for a text that is
 *   no key.
 */
export function checkedCredentials(given: Credentials): Credentials {
  checkUrl(given.url);
  return { ...given, apiKey: apiKeyOf(given), service: serviceName(given.service || undefined) };
}

/**
 * The key without the line break at the end of its file. Another character would not be valid in a header.
 */
function apiKeyOf({ apiKey, keyIn = 'DOWNPOUR_API_KEY' }: Credentials): string | undefined {
  const key = apiKey?.trim();
  if (key === undefined || (/^[ -~]*$/.test(key) && unquoted(key) === key)) return key;
  const next = unquoted(key) === key ? 'set it to a valid key' : 'remove the quotes around it';
  throw new DownpourError('UNAUTHORIZED', 401, `the value of ${keyIn} is not an API key: ${next}`);
}

function checkUrl(url: string): void {
  const refused = (why: string) =>
    new DownpourError('URL_INVALID', 400, `DOWNPOUR_URL is '${url}', which ${why}`);
  if (isUrl(url)) {
    const { search, hash } = new URL(url);
    if (search + hash === '') return;
    throw refused(`is not the address of an API: remove '${search}${hash}'`);
  }
  if (isUrl(unquoted(url))) throw refused('is not a URL: remove the quotes and spaces around it');
  throw refused(
    URL.canParse(`http://${url}`)
      ? `is not a URL: begin the URL with http:// or https://, such as http://${url}`
      : `is not a URL: expected a URL such as http://127.0.0.1:${usualPorts.api}`,
  );
}

const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** A text without the quotes and spaces around it, which a shell removes and other programs keep. */
const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/s, '$2');

/**
 * The name of the service, or undefined.
 * @throws DownpourError `SERVICE_INVALID` (400) for a text that cannot be a part of a header name.
 */
export function serviceName(name: string | undefined): string | undefined {
  if (name === undefined || /^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return name;
  const rule = 'a name begins with a letter, and has letters, digits and hyphens';
  throw new DownpourError('SERVICE_INVALID', 400, `'${name}' is not the name of a service: ${rule}`);
}
