import { grouped } from '../../words.ts';
import type { Draft } from './draft.ts';
import { withoutPlaceholders } from './placeholders.ts';
import { printable } from './request.ts';

/** A field of a form. Its value may contain placeholders. A field with a file name uploads a file. */
export type FormField = {
  readonly name: string;
  readonly value: string;
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
};

/** A body with its media type. */
export type TypedBody = { readonly type: string; readonly text: string };

/**
 * Composes the body of a form with files: `multipart/form-data` (RFC 7578). Names are escaped as browsers do
 * (HTML, multipart form data). The boundary is always the same, so that an import can be repeated.
 */
export function multipartBody(fields: readonly FormField[]): TypedBody {
  let boundary = 'downpour-form';
  while (fields.some(({ value }) => value.includes(boundary))) boundary += '-';
  const parts = fields.map(({ name, value, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${escaped(fileName)}"`;
    const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${file}\r\n${kind}\r\n${value}\r\n`;
  });
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n` };
}

const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The limit of a file whose text becomes part of a document. */
const fileBytesMax = 100_000;

/** Reads the text of a file that is a field of a form. A document can contain only text. */
export function fileText(name: string, draft: Draft): { readonly text: string } | { readonly wrong: string } {
  const found = draft.findFile(name);
  const file = `its form uploads the file '${printable(name)}'`;
  if ('wrong' in found) return { wrong: `${file}, ${found.wrong}` };
  const { content } = found;
  if (content === undefined) return { wrong: `${file}, which cannot be read here` };
  if (content.length > fileBytesMax)
    return {
      wrong: `${file}, which is larger than the limit of ${grouped(fileBytesMax)} bytes for files of forms`,
    };
  try {
    return { text: withoutPlaceholders(utf8.decode(content)) };
  } catch {
    return { wrong: `${file}, which is binary, and a benchmark document can contain only text` };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
