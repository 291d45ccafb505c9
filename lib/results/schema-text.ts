import { DownpourError } from '../errors.ts';
import { scanLimits } from './json/limits.ts';
import { parseText } from './json/parse-bounded-depth.ts';

/** Schemes of URIs of schemas. */
export const schemesOfUris = ['urn', 'uri', 'http', 'https', 'ftp', 'file', 'jar'] as const;

/**
 * The text of a JSON Schema. Clients send it as an object, or as a text inside a JSON string. Undefined for
 * an empty object and for other values: documents are not validated then.
 * @throws DownpourError SCHEMA_NOT_JSON (400) for a text that begins like an object but is not JSON, or that
 *   is too deep, SCHEMA_NOT_OBJECT (400) for a list.
 */
export function parseJsonSchema(given: unknown): string | undefined {
  const schema = typeof given === 'string' ? unwrapped(given) : given;
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0) return undefined;
  if (!Array.isArray(schema)) return JSON.stringify(schema);
  throw new DownpourError(
    'SCHEMA_NOT_OBJECT',
    400,
    "the member 'schema' must be a JSON Schema, which is a JSON object, but this request has a list there",
  );
}

function unwrapped(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseText(new TextEncoder().encode(text), scanLimits.depthMax);
  } catch (cause) {
    const message = `the text in the member 'schema' is not JSON: ${(cause as Error).message}`;
    throw new DownpourError('SCHEMA_NOT_JSON', 400, message, { cause });
  }
}
