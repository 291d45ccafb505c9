import { DownpourError } from '../../errors.ts';
import { limits } from '../limits.ts';
import type { SchemaReference } from './packed-references.ts';
import { packReferences } from './packed-references.ts';
import type { RunIndex } from './run-index.ts';

/**
 * Where a document and its metadata name a schema: the root first, then members and elements in their order,
 * then the elements of the metadata. URIs that no schema can have are left out.
 * @throws DownpourError SCHEMAS_TOO_MANY (400) for more references or schemas than a run may have.
 */
export function schemaReferences(document: RunIndex, metadata?: RunIndex): readonly SchemaReference[] {
  const references = [
    ...referencesOf(document, 0),
    ...(metadata === undefined ? [] : referencesOf(metadata, 1)),
  ];
  const uris = new Set(references.map(({ uri }) => uri)).size;
  if (uris > limits.runSchemasMax)
    throw tooMany(`names ${uris} different schemas; a run may have ${limits.runSchemasMax}`);
  const isCut = document.hasMoreSchemas || metadata?.hasMoreSchemas === true;
  if (isCut || packReferences(references).length > limits.schemaReferencesLengthMax)
    throw tooMany('names schemas in too many references');
  return references;
}

/**
 * What can be seen without an index: no name of a member says `$schema`, nor could one that is written with
 * `\u`.
 */
export function namesNoSchema(document: Uint8Array): boolean {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  return !bytes.includes('"$schema"') && !bytes.includes('\\u');
}

function referencesOf({ schemas }: RunIndex, source: 0 | 1): readonly SchemaReference[] {
  const references = schemas
    .filter(({ uri }) => uri !== '' && Buffer.byteLength(uri) <= limits.schemaUriBytesMax)
    .map(({ uri, key }): SchemaReference => {
      if (key === undefined) return { uri, source, type: 0, key: null };
      return { uri, source, type: typeof key === 'string' ? 1 : 2, key: String(key) };
    });
  // The $schema of a root object may stand behind that of a member.
  return [...references.filter(({ type }) => type === 0), ...references.filter(({ type }) => type !== 0)];
}

const tooMany = (what: string): DownpourError =>
  new DownpourError('SCHEMAS_TOO_MANY', 400, `the document ${what}`);
