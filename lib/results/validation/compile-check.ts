import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaEnv } from 'ajv/dist/compile/index.js';
import Draft4 from 'ajv-draft-04';
import { RE2JS } from 're2js';
import { appendErrors } from '../../ajv-code.ts';
import { validationLimits } from './limits.ts';
import { multipleOf } from './multiple-of.ts';
import { uniqueItems } from './unique-items.ts';
import { type Check, cut, failed, type Violation } from './validate.ts';

/** Loads the text of the JSON Schema with a URI; undefined if it does not exist. */
export type LoadSchema = (uri: string) => Promise<string | undefined>;

/**
 * Compiles a JSON Schema to a check. Its `$schema` names its draft, and without one it is draft 4. Referenced
 * schemas have the same draft. Regular expressions must not need back-tracking. A schema that cannot be used
 * reports this for every value.
 * @param text JSON.
 */
export async function compileCheck(text: string, load: LoadSchema): Promise<Check> {
  try {
    const { $schema, ...schema } = parsed(text);
    const make = draftOf($schema);
    const all = await withOwnKeywords(make({ ...optionsOf(load), allErrors: true })).compileAsync(schema);
    const first = await withOwnKeywords(make(optionsOf(load))).compileAsync(schema);
    return (value, wantsAll) => violations(wantsAll ? all : first, value);
  } catch (error) {
    const broken = [failed(`the JSON Schema cannot be used: ${(error as Error).message}`)];
    return () => broken;
  }
}

const parsed = (text: string): Readonly<Record<string, unknown>> =>
  JSON.parse(text, (name, value) => {
    // The validation library would find such a reference as a member that its objects inherit.
    if (/^\$(?:dynamicR|r)ef$/.test(name) && Object.hasOwn(Object.prototype, String(value).replace(/^#/, '')))
      throw new Error(`the JSON Schema refers to ${value}, and this is not the URI of a JSON Schema`);
    return value;
  });

type Make = (options: Options) => Pick<Ajv, 'compileAsync' | 'removeKeyword' | 'addKeyword'>;

/**
 * Makers of validators by a pattern for the URIs of drafts. Draft 7 accepts everything of draft 6. The URI
 * without a draft means the newest.
 */
const drafts: readonly (readonly [RegExp, Make])[] = [
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, (options) => new Draft4.default(options)],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, (options) => new Ajv(options)],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, (options) => new Ajv2019(options)],
  [/^https?:\/\/json-schema\.org\/(?:draft\/2020-12\/)?schema#?$/, (options) => new Ajv2020(options)],
];

function draftOf(uri: unknown): Make {
  const schemaUri = uri === undefined ? 'http://json-schema.org/draft-04/schema#' : String(uri);
  const draft = drafts.find(([pattern]) => pattern.test(schemaUri));
  if (draft !== undefined) return draft[1];
  throw new Error(`its $schema ${schemaUri} is not known: use draft 4, 6, 7, 2019-09 or 2020-12`);
}

function withOwnKeywords(ajv: ReturnType<Make>): ReturnType<Make> {
  for (const keyword of [multipleOf, uniqueItems]) {
    ajv.removeKeyword(String(keyword.keyword));
    ajv.addKeyword(keyword);
  }
  return ajv;
}

function optionsOf(load: LoadSchema): Options {
  let loaded = 0;
  return {
    strict: false,
    // Only own properties count. Otherwise every object would have members such as `constructor` and
    // `toString`.
    ownProperties: true,
    // Formats are not checked, because since draft 2019-09 `format` is only an annotation.
    validateFormats: false,
    // References are not inlined as code, because the code of nested references would grow exponentially.
    inlineRefs: false,
    logger: false,
    uriResolver,
    // The optimisation takes 10 s for a `oneOf` of 1,600 schemas. Code that is not optimised takes 0.3 s.
    code: { optimize: false, regExp: Object.assign(regExp, { code: '' }), process: processed },
    async loadSchema(uri) {
      loaded += 1;
      if (loaded > validationLimits.validationSchemasMax)
        throw new Error(
          `the JSON Schema refers to more than ${validationLimits.validationSchemasMax} other schemas`,
        );
      const text = await load(uri);
      if (text === undefined)
        throw new Error(`the JSON Schema refers to ${uri}, and no stored JSON Schema has this URI`);
      const { $schema: _, ...schema } = parsed(text);
      return schema;
    },
  };
}

/**
 * Processes the generated code of a schema. Ajv writes the id of the schema into a comment of the code. An id
 * that ends the comment would run the text behind it in this process. All other texts of a schema are in the
 * code as JSON or as identifiers.
 *
 * A check with Ajv's own keyword `$async` would return a promise. It would accept every value, and its
 * rejection would end this process. A check with a list, a text or a function also accepts every value.
 */
function processed(code: string, env?: SchemaEnv): string {
  if (env !== undefined && !isSchema(env.schema))
    throw new Error('a $ref leads to a value that is not a JSON Schema, or to no value');
  if (env?.$async) throw new Error('Downpour does not support the keyword $async: remove it');
  const { id, $id } = Object(env?.schema) as Readonly<Record<string, unknown>>;
  if (JSON.stringify([id, $id]).includes('*/')) throw new Error("its id must not contain '*/'");
  return appendErrors(code);
}

/**
 * True for a boolean and for an object from JSON. A pointer such as `#/definitions/constructor` may lead to a
 * member that every object inherits.
 */
const isSchema = (schema: unknown): boolean =>
  typeof schema === 'boolean' ||
  (Object(schema) === schema &&
    Object.getPrototypeOf(schema) === Object.prototype &&
    Object.prototype.toString.call(schema) === '[object Object]');

/** URIs of schemas are plain texts here: the library's own resolver rejects `urn:a`, which users write. */
const uriResolver = {
  parse(uri: string) {
    const [path = '', fragment = ''] = uri.split('#');
    return { path, fragment };
  },
  serialize: ({ path = '' }: { readonly path?: string | undefined }): string => path,
  resolve(base: string, reference: string): string {
    if (/^[a-z][a-z\d+.-]*:/i.test(reference)) return reference;
    if (reference === '' || reference.startsWith('#')) return base.replace(/#.*/s, '') + reference;
    return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
  },
};

function regExp(source: string): { readonly test: (text: string) => boolean } {
  const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
  return { test: (text) => pattern.matcher(text).find() };
}

function violations(validate: ValidateFunction, value: unknown): readonly Violation[] {
  return validate(value)
    ? []
    : (validate.errors ?? []).slice(0, validationLimits.validationErrorsMax).map(violation);
}

const violation = ({ keyword, message, params, instancePath, schemaPath }: ErrorObject): Violation => ({
  type: keyword,
  message: cut(`${instancePath || 'the document'} ${message ?? 'is not valid'}${detail(params)}`),
  path: cut(instancePath),
  schemaPath: cut(schemaPath),
});

/** Details of a violation that the messages of the validation library omit. */
function detail({ additionalProperty, allowedValues }: Record<string, unknown>): string {
  if (additionalProperty !== undefined) return `: ${additionalProperty}`;
  return Array.isArray(allowedValues)
    ? `: ${allowedValues.map((each) => JSON.stringify(each)).join(', ')}`
    : '';
}
