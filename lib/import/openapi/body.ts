import { multipartBody, type TypedBody } from '../draft/multipart.ts';
import { printable } from '../draft/request.ts';
import { type Fields, fieldsOf, jsonText, listOf, scalarText } from '../json.ts';
import { type References, sampleOf, Unusable } from './references.ts';

/** Makes a body and its media type, from the examples or the schema of a description. */
export function bodyFor(raw: unknown, references: References): TypedBody {
  const media = Object.entries(fieldsOf(references.resolve(raw).content));
  const found = preferred.flatMap((kind) => media.filter(([type]) => kind.test(type)))[0];
  if (found === undefined) {
    const types = media.map(([type]) => printable(type)).join(', ') || 'no media type';
    throw new Unusable(`its body has ${types}; Downpour can send JSON, forms and text`);
  }
  const [type, content] = found;
  const value = exampleOf(fieldsOf(content), references);
  if (isForm.test(type)) return formBody(fieldsOf(value), fieldsOf(content), references);
  const sent = anyJson.test(type) ? 'application/json' : type.replace(/\/\*$/, '/plain');
  return { type: sent, text: written(value, sent) };
}

/** Ranges of media types that JSON is in. */
const anyJson = /^(\*|application)\/\*$/;

const isForm = /^multipart\/form-data\b/i;

const preferred = [
  /^application\/json\b/i,
  /[/+]json\b/i,
  /x-www-form-urlencoded/i,
  isForm,
  anyJson,
  /^text\//i,
  /[/+]xml\b/i,
];

/**
 * A form with a part for each member. An object is a part of JSON, and a member whose schema is that of a
 * file or of a list of files is a file (OpenAPI, special considerations for multipart content).
 */
function formBody(
  members: Readonly<Record<string, unknown>>,
  content: Readonly<Record<string, unknown>>,
  references: References,
): TypedBody {
  const schemas = partsOf(content.schema, references);
  return multipartBody(
    Object.entries(members).flatMap(([name, member]) => {
      const type = partType(scalarText(fieldsOf(fieldsOf(content.encoding)[name]).contentType));
      const file = schemas
        .flatMap(({ properties }) => partsOf(fieldsOf(properties)[name], references))
        .flatMap((schema) => [schema, references.resolve(schema.items)])
        .map(fileTypeOf)
        .find((found) => found !== undefined);
      if (file !== undefined)
        return [{ name, value: fileSample, fileName: `${name}.txt`, type: type ?? file }];
      const isText = [member].flat().every((one) => scalarText(one) !== undefined);
      const kind = type ?? (isText ? undefined : 'application/json');
      return fieldTexts(member).map((value) => ({ name, value, type: kind }));
    }),
  );
}

/**
 * A schema, and the schemas that its `allOf`, `anyOf` and `oneOf` combine. Some descriptions combine a file
 * with null in this way.
 */
function partsOf(value: unknown, references: References): readonly Fields[] {
  const schema = references.resolve(value);
  const combined = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(listOf);
  return [schema, ...combined.map((one) => references.resolve(one))];
}

/** The media type of a file in a form. Undefined for the schema of another value. */
function fileTypeOf({ format, contentMediaType, contentEncoding }: Fields): string | undefined {
  const type = contentEncoding === undefined ? scalarText(contentMediaType) : undefined;
  return type ?? (format === 'binary' ? 'application/octet-stream' : undefined);
}

/** The first media type of a list. Undefined for a range, such as `image/*`, because a part has one type. */
function partType(types: string | undefined): string | undefined {
  const first = types?.split(',', 1)[0]?.trim();
  return first?.includes('*') ? undefined : first;
}

/** The content of each file that a sample uploads. */
const fileSample = 'A file made by downpour import.\n';

function exampleOf(content: Readonly<Record<string, unknown>>, references: References): unknown {
  if (content.example !== undefined) return content.example;
  const [first] = Object.values(fieldsOf(content.examples));
  if (first !== undefined) return references.resolve(first).value;
  return sampleOf(content.schema ?? {}, references);
}

function written(value: unknown, type: string): string {
  if (/x-www-form-urlencoded/i.test(type)) {
    const pairs = Object.entries(fieldsOf(value)).flatMap(([name, field]) =>
      fieldTexts(field).map((text): [string, string] => [name, text]),
    );
    return new URLSearchParams(pairs).toString();
  }
  if (/json/i.test(type)) return jsonText(value, 2) ?? '';
  const text = scalarText(value);
  if (text === undefined)
    throw new Unusable(`its body is ${printable(type)}, and its example is not a text; add an example`);
  return text;
}

/**
 * The texts of a form's field. A list has one text for each item, and the form repeats the name (OpenAPI, the
 * default `style` of a form).
 */
function fieldTexts(field: unknown): readonly string[] {
  const texts = listOf(field).map(scalarText);
  if (Array.isArray(field) && texts.every((text) => text !== undefined)) return texts;
  return [scalarText(field) ?? jsonText(field) ?? ''];
}
