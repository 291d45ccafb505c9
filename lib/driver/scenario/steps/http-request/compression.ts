import { hintAt } from '../../../document/nearest.ts';
import type { Path } from '../../../document/problem.ts';
import { type EncodingHeader, encodings } from '../../../http/exchange/inflation.ts';
import { fieldsOf, textOf } from '../../fields.ts';
import type { Scope } from '../../scope.ts';

/** The compressed responses that a request asks for. */
export type Compression = {
  /** One of `encodings`, in lower case. */
  readonly encoding: string;
  readonly by: EncodingHeader;
};

/** The name of an encoding, or a mapping with it. */
export function parseCompression(raw: unknown, at: Path, scope: Scope): Compression | undefined {
  if (raw === undefined) return undefined;
  const body = fieldsOf(raw);
  const place = body === undefined ? at : [...at, 'encoding'];
  const encoding = textOf(body === undefined ? raw : body.encoding)?.toLowerCase();
  if (encoding === undefined) {
    scope.findings.error(at, 'compression needs encoding', `write one of ${encodings.join(', ')}`);
    return undefined;
  }
  if (!encodings.includes(encoding)) {
    scope.findings.error(place, `unknown encoding '${encoding}'`, hintAt(encoding, encodings));
    return undefined;
  }
  const isOfTransfer = textOf(body?.type) === 'TRANSFER_ENCODING';
  return { encoding, by: isOfTransfer ? 'transfer-encoding' : 'content-encoding' };
}

/** The header that asks for it. */
export const askingHeader = ({ by }: Compression): string =>
  by === 'content-encoding' ? 'accept-encoding' : 'te';
