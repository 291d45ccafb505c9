import { isUtf8 } from 'node:buffer';
import { asciiAuthority } from '../model/host-name.ts';

/**
 * Transports carry header text with one character a byte, so that bytes of a response can go back as they
 * came. What people write and read is UTF-8, in both directions and in both versions of HTTP.
 */
export const bytesOfText = (text: string): string =>
  notAscii.test(text) ? Buffer.from(text).toString('latin1') : text;

/**
 * The value of a header that a document gives, as it is sent. The name of a host has an alphabet of its own.
 */
export function sentValue(name: string, text: string): string {
  const bytes = bytesOfText(text);
  return bytes !== text && name.toLowerCase() === 'host' ? (asciiAuthority(text) ?? bytes) : bytes;
}

/** The text of bytes; where they are no UTF-8, each byte is one character. */
export function textOfBytes(bytes: string): string {
  if (!notAscii.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : bytes;
}

/**
 * A reference to a page, as browsers read it in a `location` header: what is no UTF-8 is percent-encoded byte
 * by byte.
 */
export function referenceOfBytes(bytes: string): string {
  if (!notAscii.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : bytes.replace(highByte, percentEncoded);
}

const notAscii = /[^\0-\x7f]/;
const highByte = /[\x80-\xff]/g;
const percentEncoded = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
