import Negotiator from 'negotiator';
import type { Headers } from './types.ts';

/**
 * The format that a client prefers by its header `Accept`, with its weights (RFC 9110 section 12.5.1). A
 * client that accepts every type, or none of these formats, gets the first format.
 * @param formats formats by their media types. The server prefers earlier ones.
 */
export function acceptedFormat<Format>(
  { accept }: Headers,
  formats: Readonly<Record<string, Format>>,
): Format {
  const types = Object.keys(formats);
  const type = new Negotiator({ headers: { accept } }).mediaType(types) ?? types[0] ?? '';
  return formats[type] as Format;
}
