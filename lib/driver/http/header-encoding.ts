import { isUtf8 } from 'node:buffer';
import { asciiAuthority } from '../model/host-name.ts';

/**
 * Encodes text as UTF-8, but as a string with one character for each byte. Transports use header text in this
 * form, so that bytes of a response can be sent back unchanged. In documents and reports, the same text is
 * UTF-8.
 */
export const bytesOfText = (text: string): string =>
  notAscii.test(text) ? Buffer.from(text).toString('latin1') : text;

/**
 * A header value of a document, in the form that is sent. In a `host` header, the name of the host has an
 * encoding of its own.
 */
export function sentValue(name: string, text: string): string {
  const bytes = bytesOfText(text);
  return bytes !== text && name.toLowerCase() === 'host' ? (asciiAuthority(text) ?? bytes) : bytes;
}

/** Decodes header text as UTF-8. Bytes that are not UTF-8 become one character each. */
export function textOfBytes(bytes: string): string {
  if (!notAscii.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : bytes;
}

/** The URL in a `location` header, as browsers read it. Bytes that are not UTF-8 are percent-encoded. */
export function referenceOfBytes(bytes: string): string {
  if (!notAscii.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : bytes.replace(highByte, percentEncoded);
}

/**
 * A part of header text without spaces and tabs at both ends. `trim` of JavaScript would also remove the byte
 * A0, which ends the UTF-8 form of some letters, such as à.
 */
export function trimmed(bytes: string, from = 0, to = bytes.length): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(bytes.charCodeAt(start))) start += 1;
  while (start < end && isBlank(bytes.charCodeAt(end - 1))) end -= 1;
  return bytes.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
const notAscii = /[^\0-\x7f]/;
const highByte = /[\x80-\xff]/g;
const percentEncoded = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
