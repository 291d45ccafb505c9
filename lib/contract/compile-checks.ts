import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type OperationName, operations } from '../api.generated.ts';

export type Place = 'path' | 'query' | 'header' | 'body';

/** The schemas are generated and tested; to check them against the schema of schemas takes longer than a request. */
const trusted = {
  ...{ validateSchema: false, meta: false, allErrors: true, useDefaults: true },
  allowUnionTypes: true,
} as const;

type Code = { readonly source: boolean; readonly esm?: true };

/** Compiles the schemas of requests. `code`: keeps the code that it makes, or forgets it. */
export function compilerOf(code: Code): {
  readonly ajvFor: (place: Place) => Ajv2020;
  readonly compile: (name: OperationName, place: Place) => ValidateFunction | undefined;
} {
  /** Text of a URL becomes the number or boolean that its schema asks for; a body is taken as it is. */
  const lenient = new Ajv2020({ ...trusted, coerceTypes: true, code });
  const exact = new Ajv2020({ ...trusted, code });
  const ajvFor = (place: Place): Ajv2020 => (place === 'body' ? exact : lenient);
  return {
    ajvFor,
    compile(name, place) {
      const schema = schemaOf(name, place);
      return schema && ajvFor(place).compile(schema);
    },
  };
}

/** Undefined for a body that may be anything, such as that of an upload: its bytes are what counts, and its handler reads them. */
function schemaOf(name: OperationName, place: Place): object | undefined {
  const operation: { readonly parameters: Record<string, object>; readonly body?: object } = operations[name];
  if (place !== 'body') return operation.parameters[place] ?? {};
  return Object.keys(operation.body ?? {}).length === 0 ? undefined : operation.body;
}
