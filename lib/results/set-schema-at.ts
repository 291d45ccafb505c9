import { DownpourError } from '../errors.ts';
import { byte } from './json/tokens.ts';
import { piecesOf, type Span } from './json/value-spans.ts';
import { schemaLimits } from './run-index/limits.ts';
import { withoutSchema, withSchema } from './set-schema.ts';

/** A change of a `$schema`. */
export type SchemaChange = {
  /**
   * Name of a member of the root object, or index of an element of the root array; absent: the root object
   * itself.
   */
  readonly path?: string | undefined;
  /** The new URI of the schema; absent: the `$schema` is removed. */
  readonly uri?: string | undefined;
};

/**
 * Returns the JSON document after its root, member or element got another schema or none. All other bytes
 * stay.
 * @throws DownpourError SCHEMA_PATH_INVALID (400) when the path is not an object.
 */
export function withSchemaAt(document: Uint8Array, { path, uri }: SchemaChange): Uint8Array {
  const { start, end } = objectAt(document, path);
  const object = document.subarray(start, end);
  const changed = uri === undefined ? withoutSchema(object) : withSchema(object, uri);
  return Buffer.concat([document.subarray(0, start), changed, document.subarray(end)]);
}

/**
 * Reads the URI of a schema in a request. Some clients send it as a JSON string. Undefined: no schema.
 * @throws DownpourError SCHEMA_URI_TOO_LONG (400)
 */
export function parseSchemaUri(text: string): string | undefined {
  const uri = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const bytes = Buffer.byteLength(uri);
  if (bytes <= schemaLimits.schemaUriBytesMax) return uri === '' ? undefined : uri;
  const message = `the URI of a schema may have at most ${schemaLimits.schemaUriBytesMax} bytes, and the URI in this request has ${bytes}; choose a shorter URI`;
  throw new DownpourError('SCHEMA_URI_TOO_LONG', 400, message);
}

function objectAt(document: Uint8Array, path: string | undefined): Span {
  const { root, inner } = piecesOf(document, new Set(path === undefined ? [] : [path]));
  const span = path === undefined ? root : inner.get(path);
  if (span !== undefined && document[span.start] === byte.openBrace) return span;
  const isList = document[root.start] === byte.openBracket;
  const location = path === undefined ? 'the root' : isList ? `the element ${path}` : `the member ${path}`;
  const what =
    span === undefined ? 'does not exist' : 'is not an object, and only an object can have a $schema';
  const hint = isList
    ? 'the index of an element of the list, from 0,'
    : 'the name of a member that is an object';
  const message = `${location} of the document ${what}; send ${hint} in the parameter 'path'`;
  throw new DownpourError('SCHEMA_PATH_INVALID', 400, message);
}
