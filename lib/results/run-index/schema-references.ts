import { DownpourError } from '../../errors.ts';
import type { RunIndex } from './index-types.ts';
import { schemaLimits } from './limits.ts';
import type { SchemaReference } from './pack-schema-references.ts';
import { packReferences } from './pack-schema-references.ts';

/**
 * Lists the references of a document and its metadata to schemas: first the root, then members and elements
 * in their order, then the elements of the metadata. URIs that no schema can have are left out.
 * @throws DownpourError SCHEMAS_TOO_MANY (400) for more references or schemas than a run may have.
 */
export function schemaReferences(document: RunIndex, metadata?: RunIndex): readonly SchemaReference[] {
  const references = [
    ...referencesOf(document, 0),
    ...(metadata === undefined ? [] : referencesOf(metadata, 1)),
  ];
  const uris = new Set(references.map(({ uri }) => uri)).size;
  if (uris > schemaLimits.runSchemasMax)
    throw tooMany(
      `names ${uris} different schemas in $schema, and a run may have at most ${schemaLimits.runSchemasMax}`,
    );
  const isCut = document.hasMoreSchemas || metadata?.hasMoreSchemas === true;
  if (isCut || packReferences(references).length > schemaLimits.schemaReferencesLengthMax)
    throw tooMany('has too many members $schema to store');
  return references;
}

/**
 * True if a document surely has no `$schema`: its bytes contain neither this name nor a `\u` escape, with
 * which the name could be written. This test needs no index of the document.
 */
export function namesNoSchema(document: Uint8Array): boolean {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  return !bytes.includes('"$schema"') && !bytes.includes('\\u');
}

function referencesOf({ schemas }: RunIndex, source: 0 | 1): readonly SchemaReference[] {
  const references = schemas
    .filter(({ uri }) => uri !== '' && Buffer.byteLength(uri) <= schemaLimits.schemaUriBytesMax)
    .map(({ uri, key }): SchemaReference => {
      if (key === undefined) return { uri, source, type: 0, key: null };
      return { uri, source, type: typeof key === 'string' ? 1 : 2, key: String(key) };
    });
  // The `$schema` of the root object may come after that of a member in the document, so it is moved to the
  // front.
  return [...references.filter(({ type }) => type === 0), ...references.filter(({ type }) => type !== 0)];
}

const tooMany = (what: string): DownpourError =>
  new DownpourError(
    'SCHEMAS_TOO_MANY',
    400,
    `the document ${what}; remove members $schema, or upload the document as several runs`,
  );
