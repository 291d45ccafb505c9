import type { Draft } from '../draft/draft.ts';
import { typeOfFile } from '../draft/media-types.ts';
import { type FormField, fileText, multipartBody, type TypedBody } from '../draft/multipart.ts';
import { hasPlaceholder } from '../draft/placeholders.ts';
import type { Token } from './options.ts';

/** The form of the options `-F` and `--form-string`. Undefined when a command has none of them. */
export function formOf(
  tokens: readonly Token[],
  draft: Draft,
): TypedBody | { readonly wrong: string } | undefined {
  const given = tokens.filter(({ name }) => name === 'form' || name === 'form-string');
  if (given.length === 0) return undefined;
  if (tokens.some(({ name }) => name.startsWith('data') || name === 'json'))
    return { wrong: 'curl does not accept -F and -d in one command' };
  const fields: FormField[] = [];
  for (const { name, value } of given) {
    const field = fieldOf(value, name === 'form-string', draft);
    if ('wrong' in field) return field;
    fields.push(field);
  }
  return multipartBody(fields);
}

/**
 * A field as curl writes it: `NAME=TEXT`, `NAME=@FILE` for an upload, `NAME=<FILE` for the text of a file.
 * `;type=` and `;filename=` follow.
 */
function fieldOf(option: string, isLiteral: boolean, draft: Draft): FormField | { readonly wrong: string } {
  const [, name, content = ''] = /^([^=]*)=(.*)$/s.exec(option) ?? [];
  if (name === undefined) return { wrong: `-F '${option}' has no =` };
  if (isLiteral) return { name, value: content };
  const [, sign = '', quoted, plain = '', attributes = ''] =
    /^([@<]?)(?:"((?:[^"\\]|\\.)*)"|([^;]*))(.*)$/s.exec(content) ?? [];
  const text = quoted?.replace(/\\(["\\])/g, '$1') ?? plain;
  const type = attributeOf(attributes, 'type');
  if (/;\s*(headers|encoder)=/i.test(attributes))
    return { wrong: '-F has ;headers= or ;encoder=, which a form of Downpour does not have' };
  if (text.startsWith('('))
    return { wrong: '-F has a group of parts in parentheses, which HTTP forms no longer allow' };
  if (sign === '') return { name, value: text, type, fileName: attributeOf(attributes, 'filename') };
  if (text === '-')
    return { wrong: '-F reads a field from standard input; write the field to a file, and name the file' };
  if (hasPlaceholder(text))
    return { wrong: '-F names the file by a variable; write the real name of the file' };
  const file = fileText(text, draft);
  if ('wrong' in file) return file;
  if (sign === '<') return { name, value: file.text, type };
  const fileName = attributeOf(attributes, 'filename') ?? text.split(/[/\\]/).at(-1) ?? text;
  return { name, value: file.text, fileName, type: type ?? typeOfFile(fileName) };
}

/** The value of an attribute such as `;type=text/csv`. A media type may have parameters of its own. */
function attributeOf(attributes: string, name: 'type' | 'filename'): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"([^"]*)"|((?:(?!;\\s*(?:type|filename|headers|encoder)=).)*))`, 'is').exec(
      attributes,
    ) ?? [];
  return quoted ?? plain?.trim();
}
