import { bodyParser, defineBody, scalarOr } from '../../../declaration/body.ts';
import { exactlyOne, oneOrMany, required } from '../../../declaration/field.ts';
import { text, textDefinition } from '../../../declaration/scalars.ts';
import { byType, define, oneOrList, own, referTo } from '../../../declaration/schema.ts';
import type { Read } from '../../../model/session.ts';
import { file } from '../../declaration/file.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';
import { reads } from '../../declaration/variables.ts';
import { contentOf } from '../../files/content.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { patternText } from '../../pattern/pattern.ts';
import { urlEncode } from '../../pattern/transform.ts';
import type { Scope } from '../../scope.ts';
import { compileText, constantOf, type TextDefinition, textMembers } from '../../sources.ts';
import { bytesOf } from '../../values.ts';

/** The body that a request sends, as the plan contains it. */
export type BodyDefinition =
  | { readonly text: TextDefinition }
  | { readonly fromVar: string }
  | { readonly file: string }
  | { readonly form: readonly FormField[] };

/** A field of a form. Its name and value are encoded when they are sent. */
type FormField = { readonly name: string; readonly value: TextDefinition };

const encodes = /(?<!\$)\$\{\s*urlencode\s*:/i;

const formValue = textMembers({
  value: text('Fixed value.', 'anna'),
  fromVar: reads(undefined, 'Name of the session variable with the value.', 'name'),
  pattern: {
    ...patternText('Value in which `${variable}` is replaced.', 'user-${id}'),
    parse(raw, at, scope) {
      const pattern = patternText('').parse(raw, at, scope);
      if (pattern !== undefined && encodes.test(pattern))
        scope.findings.error(
          at,
          'Downpour encodes the values of a form, so urlencode would encode this value twice',
          'leave urlencode out',
        );
      return pattern;
    },
  },
});

const formShape = {
  name: 'a field of a form',
  fields: { name: required(text('Name of the field.', 'user')), value: formValue },
};

const formItem = defineBody(
  'formItem',
  'One field of a form; give exactly one of value, fromVar and pattern.',
  formShape,
);

const form: ScopedField<readonly FormField[], false> = {
  schema: {
    ...own('Fields of a form, sent as application/x-www-form-urlencoded.', [{ name: 'user', value: 'anna' }]),
    ...oneOrList(referTo(formItem)),
  },
  always: false,
  parse: oneOrMany(bodyParser(() => formShape)),
};

const example = '{"product": ${product}}';

const sources = exactlyOne({
  pattern: patternText('Text in which `${variable}` is replaced.', example),
  text: text('Fixed text; `${...}` is not replaced.', '{}'),
  fromVar: reads(undefined, 'Name of the session variable with the text or the bytes.', 'order'),
  fromFile: file('File whose bytes are sent, relative to the benchmark document.', 'order.json'),
  form,
});

const requestBodySource = defineBody('requestBodySource', 'Body of the request; give exactly one of these.', {
  fields: { sources },
});

const requestBody = define('requestBody', {
  title: 'text, or a mapping with pattern, text, fromVar, fromFile or form',
  ...own(
    'Body of the request: text in which `${variable}` is replaced, or a mapping that names its source.',
    example,
  ),
  ...byType('object', referTo(requestBodySource), referTo(textDefinition)),
});

/**
 * The field for the body that a request sends. A text is a pattern. A mapping names exactly one source of the
 * body.
 */
export const body: ScopedField<BodyDefinition, false> = {
  schema: referTo(requestBody, undefined, example),
  always: false,
  parse: scalarOr<BodyDefinition, Scope>(
    'text',
    (raw, at, scope) => {
      const pattern = patternText('').parse(raw, at, scope);
      return pattern === undefined ? undefined : { text: { pattern } };
    },
    {
      ...sources,
      parse(...given) {
        const source = sources.parse(...given);
        if (source === undefined || 'fromVar' in source || 'form' in source) return source;
        if ('fromFile' in source) return { file: source.fromFile };
        return { text: 'text' in source ? { literal: source.text } : source };
      },
    },
  ),
};

/**
 * The length in bytes of a request's fixed text. 0 without a body. Undefined for a text with variables, and
 * for a body from a variable, a file or a form.
 */
export function bytesOfConstant(body: BodyDefinition | undefined): number | undefined {
  if (body === undefined) return 0;
  const text = 'text' in body ? constantOf(body.text) : undefined;
  return text === undefined ? undefined : Buffer.byteLength(text);
}

/**
 * The content type of a request's body when the document gives none. Undefined when there is no usual type.
 */
export const contentTypeOf = (body: BodyDefinition | undefined): string | undefined =>
  body !== undefined && 'form' in body ? 'application/x-www-form-urlencoded' : undefined;

export function compileBody(
  body: BodyDefinition,
  { variables, environment }: SequenceCompiler,
): Read<string | Uint8Array> {
  if ('text' in body) return compileText(body.text, variables);
  if ('form' in body) return compileForm(body.form, { variables });
  if ('file' in body) {
    const bytes = contentOf(body.file, environment);
    return () => bytes;
  }
  const value = variables.need(body.fromVar);
  return (session, sequence) => bytesOf(value(session, sequence));
}

function compileForm(
  fields: readonly FormField[],
  { variables }: Pick<SequenceCompiler, 'variables'>,
): Read<string> {
  const parts = fields.map(({ name, value }, index) => ({
    before: `${index === 0 ? '' : '&'}${urlEncode(name)}=`,
    value: compileText(value, variables),
  }));
  return (session, sequence) => {
    let text = '';
    for (const { before, value } of parts) text += before + urlEncode(value(session, sequence));
    return text;
  };
}
