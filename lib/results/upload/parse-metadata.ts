import { DownpourError } from '../../errors.ts';
import { parseJson } from '../json/parse-json.ts';

const hint = 'Each metadata object must have a member $schema with the URI of its schema.';

/**
 * The metadata of an upload for the store: always an array of objects that name their schemas, otherwise
 * unchanged.
 * @throws DownpourError METADATA_INVALID or NOT_JSON (400).
 */
export function parseMetadata(uploaded: Uint8Array, what = 'the metadata'): Uint8Array {
  const value = parseJson(uploaded, what);
  if (isJsonText(value))
    return parseMetadata(
      new TextEncoder().encode(value),
      'the text in the metadata, which is a JSON string,',
    );
  if (Array.isArray(value)) {
    for (const element of value) {
      if (!isObject(element)) throw refused(`One of metadata elements is not an object! ${hint}`);
      if (!namesSchema(element)) throw refused(`One of metadata elements is missing a schema! ${hint}`);
    }
    return uploaded;
  }
  if (!isObject(value)) throw refused(`Metadata is neither an object nor an array of objects! ${hint}`);
  if (!namesSchema(value)) throw refused(`Metadata is missing schema! ${hint}`);
  return Buffer.concat([Buffer.from('['), withoutMark(uploaded), Buffer.from(']')]);
}

/**
 * Some clients send JSON text inside a JSON string. A string with an object or an array counts as that value.
 */
export const isJsonText = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*[[{]/.test(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesSchema = (element: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(element, '$schema') && typeof element.$schema === 'string';

/** Removes a byte order mark, which is allowed only at the beginning of a text. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

const refused = (message: string): DownpourError => new DownpourError('METADATA_INVALID', 400, message);
