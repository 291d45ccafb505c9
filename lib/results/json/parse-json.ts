import { DownpourError } from '../../errors.ts';
import { silence } from './listener.ts';
import { scanJson } from './scanner.ts';

/** Nested more deeply a text is not searched for its mistake. */
const depthMax = 100_000;

/**
 * The value of a JSON text in UTF-8; a byte order mark is skipped.
 * @throws DownpourError NOT_JSON (400) that says where the first mistake is and what was expected there.
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw notJson(scanJson(bytes, silence, depthMax)?.reason ?? 'it cannot be parsed', cause);
  }
}

export const notJson = (where: string, cause?: unknown): DownpourError =>
  new DownpourError('NOT_JSON', 400, `the body is not JSON: ${where}`, { cause });
