import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type OperationName, operations } from '../api.generated.ts';

export type RequestPart = 'path' | 'query' | 'header' | 'body';

/**
 * Options of the compiler. It does not validate the schemas themselves, because they are generated and
 * tested. That would take longer than a request.
 */
const trusted = {
  validateSchema: false,
  meta: false,
  allErrors: true,
  useDefaults: true,
  allowUnionTypes: true,
} as const;

type Code = { readonly source: boolean; readonly esm?: true };

/**
 * Makes a compiler for the schemas of requests. `given.source`: the generated code is kept, and therefore
 * optimised.
 */
export function compilerOf(given: Code): {
  readonly ajvFor: (part: RequestPart) => Ajv2020;
  readonly compile: (name: OperationName, part: RequestPart) => ValidateFunction | undefined;
} {
  const code = { ...given, optimize: given.source };
  /**
   * The compiler for texts of a URL, which converts them to the number or boolean of the schema. A body is
   * not converted.
   */
  const lenient = new Ajv2020({ ...trusted, coerceTypes: true, code });
  const exact = new Ajv2020({ ...trusted, code });
  const ajvFor = (part: RequestPart): Ajv2020 => (part === 'body' ? exact : lenient);
  return {
    ajvFor,
    compile(name, part) {
      const schema = schemaOf(name, part);
      return schema && ajvFor(part).compile(schema);
    },
  };
}

/**
 * The schema of a part of a request. Undefined for a body without a schema, such as an upload. Its handler
 * reads the bytes.
 */
function schemaOf(name: OperationName, part: RequestPart): object | undefined {
  const operation: { readonly parameters: Record<string, object>; readonly body?: object } = operations[name];
  if (part !== 'body') return operation.parameters[part] ?? {};
  return Object.keys(operation.body ?? {}).length === 0 ? undefined : operation.body;
}
