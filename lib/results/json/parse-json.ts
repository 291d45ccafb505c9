import { DownpourError } from '../../errors.ts';
import { type JsonProblem, silence } from './listener.ts';
import { parseText, usualLevelsMax } from './parse-bounded-depth.ts';
import { scanJson } from './scanner.ts';

/**
 * The value of a JSON text in UTF-8. A byte order mark is skipped.
 * @param what the name of the text for the error, because a request may contain several.
 * @param levelsMax the most levels of arrays and objects inside each other.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake and the expected token.
 */
export function parseJson(bytes: Uint8Array, what?: string, levelsMax = usualLevelsMax): unknown {
  try {
    return parseText(bytes, levelsMax);
  } catch (cause) {
    const reason =
      bytes.length === 0
        ? 'it is empty'
        : (compressed(bytes) ?? scanJson(bytes, silence, levelsMax)?.reason ?? 'the JSON parser rejects it');
    throw notJson(reason, cause, what);
  }
}

/** The error for a text with a mistake. */
export const notJsonAt = (bytes: Uint8Array, { reason }: JsonProblem): DownpourError =>
  notJson(compressed(bytes) ?? reason);

function compressed(bytes: Uint8Array): string | undefined {
  const encoding = compressionOf(bytes);
  return (
    encoding &&
    `it is compressed with ${encoding}; send the header content-encoding: ${encoding}, or send JSON without compression`
  );
}

/** Detects a compressed file by its first bytes: RFC 1952 section 2.3.1, RFC 8878 section 3.1.1. */
export function compressionOf(bytes: Uint8Array): 'gzip' | 'zstd' | undefined {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return magic.startsWith('1f8b') ? 'gzip' : magic === '28b52ffd' ? 'zstd' : undefined;
}

export const notJson = (where: string, cause?: unknown, what = 'the body'): DownpourError =>
  new DownpourError('NOT_JSON', 400, `${what} is not JSON: ${where}`, { cause });
