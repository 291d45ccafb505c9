import { addressOf } from '../../addresses/table.ts';
import * as words from '../../words/schemas/schemas.ts';

/** Whether a text of an address may be the id of a schema or of a label. */
export const isSchemaId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** States that there is no schema with an id of the address, and leads to the list of schemas. */
export const NoSchema = ({ id }: { readonly id: string }) => (
  <>
    <h1>{words.noSchema(id)}</h1>
    <p>
      <a href={addressOf('schemas')}>{words.allSchemas()}</a>
    </p>
  </>
);
