import { DownpourError } from '../../errors.ts';
import { grouped } from '../../words.ts';
import type { Principal } from '../access.ts';
import { scanLimits } from '../json/limits.ts';
import { parseJson } from '../json/parse-json.ts';
import { limits } from '../limits.ts';
import { Document } from '../query/document.ts';
import { lookUp } from '../query/jsonpath/json-path.ts';
import { builtIndex } from '../run-index/index-run.ts';
import type { SchemaReference } from '../run-index/pack-schema-references.ts';
import { namesNoSchema, schemaReferences } from '../run-index/schema-references.ts';
import { runOutcome } from '../run-outcome.ts';
import { bloomFilterOf } from '../run-search/bloom-filter.ts';
import { searchLimits } from '../run-search/limits.ts';
import { withSchema } from '../set-schema.ts';
import { uploadLimits } from './limits.ts';
import { isJsonText, parseMetadata } from './parse-metadata.ts';
import {
  describedRun,
  type LookUp,
  type RunDraft,
  refused,
  testName,
  type UploadParameters,
} from './upload-parameters.ts';

/** The uploaded document and its optional metadata, JSON in UTF-8. */
export type Uploaded = { readonly data: Uint8Array; readonly metadata?: Uint8Array | undefined };

/**
 * A run with the schemas that it names. A document that is not read whole also has an index, which is stored
 * with it.
 */
export type IndexedRun = RunDraft & {
  readonly index?: Uint8Array | undefined;
  readonly schemas: readonly SchemaReference[];
  /** The Bloom filter of a small document, for searches. */
  readonly bloomFilter?: Uint8Array | undefined;
};

/**
 * Adds what a stored run needs: its schemas, and by the size of the document a Bloom filter, an index, or
 * both.
 * @param known the parsed body, if the caller has it.
 * @throws DownpourError NOT_JSON (400), also for a document that is nested too deeply for an index, and
 * SCHEMAS_TOO_MANY (400).
 */
export async function withIndex(draft: RunDraft, known?: unknown): Promise<IndexedRun> {
  const { body, metadata } = draft;
  const document = body.length <= searchLimits.bloomFilterBytesMax ? (known ?? parseJson(body)) : undefined;
  const isWhole = body.length <= limits.wholeBytesMax;
  const isBare =
    isWhole && metadata === undefined && namesNoSchema(body) && isNestedAtMost(document, depthMax);
  if (isBare) return { ...draft, schemas: [], bloomFilter: bloomFilterOf(document) };
  const { index, bytes } = await builtIndex([body]);
  const schemas = schemaReferences(index, metadata && (await builtIndex([metadata], 'the metadata')).index);
  const bloomFilter = document === undefined ? undefined : bloomFilterOf(document);
  return { ...draft, schemas, bloomFilter, ...(!isWhole && { index: bytes }) };
}

/** True if a JSON value has at most this many levels of nested arrays and objects. */
function isNestedAtMost(value: unknown, depthMax: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depthMax === 0) return false;
  const isFlat = (inner: unknown): boolean =>
    typeof inner !== 'object' || isNestedAtMost(inner, depthMax - 1);
  if (Array.isArray(value)) return value.every(isFlat);
  for (const name in value) if (!isFlat((value as Readonly<Record<string, unknown>>)[name])) return false;
  return true;
}

const { depthMax } = scanLimits;

/**
 * Converts an upload to a draft of a run.
 * @throws DownpourError with status 400, and 413 for a body over the limit; the messages report what was
 *   found.
 */
export function parseUpload(
  principal: Principal,
  parameters: UploadParameters,
  { data, metadata }: Uploaded,
): RunDraft {
  return draftOf(principal, parameters, readDocument(data), metadata);
}

/** Converts a parsed document to the draft of a run. It throws the same errors as `parseUpload`. */
export function draftOf(
  principal: Principal,
  parameters: UploadParameters,
  { document, bytes }: ReadDocument,
  metadata?: Uint8Array | undefined,
): RunDraft {
  const { schema } = parameters;
  return {
    ...describedRun(principal, parameters, lookUpIn(bytes)),
    ...outcomeOf(document),
    body: schema === undefined ? bytes : withSchema(bytes, schema),
    ...(metadata !== undefined && { metadata: parseMetadata(metadata) }),
  };
}

export function outcomeOf(document: unknown): Pick<RunDraft, 'outcome'> {
  const outcome = runOutcome(document);
  return outcome === undefined ? {} : { outcome };
}

/** An uploaded document as bytes and as the parsed value. */
export type ReadDocument = { readonly bytes: Uint8Array; readonly document: unknown };

/**
 * Parses an uploaded document.
 * @throws DownpourError with status 400, and 413 for a body over the limit.
 */
export function readDocument(uploaded: Uint8Array): ReadDocument {
  if (uploaded.length === 0)
    throw refused(
      'NO_DATA',
      'No data! The request has no document: send the JSON document of the run as the body.',
    );
  if (uploaded.length > uploadLimits.uploadBytesMax) {
    const sizes = `the document has ${grouped(uploaded.length)} bytes, and one request may upload at most ${grouped(uploadLimits.uploadBytesMax)} bytes; upload a larger document in parts, with POST /api/run/upload`;
    throw new DownpourError('UPLOAD_TOO_LARGE', 413, sizes);
  }
  return unwrapped({ bytes: uploaded, document: parseJson(uploaded, 'the document') });
}

function unwrapped(outer: ReadDocument): ReadDocument {
  if (!isJsonText(outer.document)) return outer;
  const bytes = new TextEncoder().encode(outer.document);
  return { bytes, document: parseJson(bytes, 'the text in the document, which is a JSON string,') };
}

/**
 * The name of the test of an upload. The parameter is the name itself, or a path that finds the name in the
 * document.
 * @throws DownpourError (400) when the path finds no name.
 */
export const testNamed = (parameter: string, { bytes }: ReadDocument): string =>
  testName(parameter, lookUpIn(bytes));

function lookUpIn(bytes: Uint8Array): LookUp {
  const document = new Document(bytes);
  return (path) => lookUp(path, document);
}
