import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
import schema from '../../../schema/benchmark.schema.json' with { type: 'json' };

/** Compiles `benchmarkSchema`. `source`: keeps the code that it makes. */
export function ajvFor(code: { readonly source: boolean }): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    passContext: true,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    code: { ...code, esm: true },
  });
  ajv.addKeyword(asWritten);
  return ajv;
}

const asWritten: CodeKeywordDefinition = {
  keyword: 'asWritten',
  schemaType: 'boolean',
  error: { message: 'never refuses' },
  code: ({ gen, data, it: { parentData, parentDataProperty, errorPath } }) => {
    gen.code(_`this.asWritten(${parentData}, ${parentDataProperty}, instancePath + ${errorPath})`);
    gen.assign(data, _`${parentData}[${parentDataProperty}]`);
  },
};

/** The schema with the keyword where text is read. */
export const benchmarkSchema = {
  ...schema,
  definitions: { ...schema.definitions, text: { ...schema.definitions.text, asWritten: true } },
};
