import type {
  Label as LabelReply,
  Schema as SchemaReply,
  Transformer as TransformerReply,
} from '../../../api.generated.ts';
import type { Label } from './labels.ts';
import type { Schema } from './schemas.ts';
import type { Transformer } from './transformers.ts';

/** A schema in a response of the API. */
export const presentSchema = ({
  id,
  name,
  uri,
  description,
  schema,
  owner,
  access,
}: Schema): SchemaReply => ({
  id,
  name,
  uri,
  description: description ?? null,
  owner,
  access,
  schema: schema === undefined ? null : JSON.parse(schema),
});

export const presentLabel = ({ function: code, extractors, ...label }: Label): LabelReply => ({
  ...label,
  extractors: [...extractors],
  function: code ?? null,
});

export const presentTransformer = (
  { description, targetSchemaUri, function: code, extractors, ...transformer }: Transformer,
  { uri, name }: Schema,
): TransformerReply => ({
  ...transformer,
  description: description ?? null,
  targetSchemaUri: targetSchemaUri ?? null,
  extractors: [...extractors],
  function: code ?? null,
  schemaUri: uri,
  schemaName: name,
});
