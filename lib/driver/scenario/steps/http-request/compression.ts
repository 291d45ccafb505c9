import { bodyParser, defineBody } from '../../../declaration/body.ts';
import { type Field, required, under, withDefault } from '../../../declaration/field.ts';
import { choice } from '../../../declaration/scalars.ts';
import { referTo } from '../../../declaration/schema.ts';
import { textOf } from '../../../declaration/value-readers.ts';
import { hintAt } from '../../../document/nearest.ts';
import { type EncodingHeader, encodings } from '../../../http/exchange/decompression.ts';

/** The compression that a request asks for. */
export type Compression = {
  /** The name of the compression in lower case. `encodings` lists the allowed names. */
  readonly encoding: string;
  readonly by: EncodingHeader;
};

const encoding: Field<string, false> = {
  ...choice(encodings, 'The encoding to ask for; a response in any of them is inflated.', 'br'),
  parse(raw, at, { findings }) {
    const word = textOf(raw)?.toLowerCase() ?? '';
    if (encodings.includes(word)) return word;
    findings.error(at, `unknown encoding '${word}'`, hintAt(word, encodings));
    return undefined;
  },
};

const header: Field<EncodingHeader, true> = withDefault('CONTENT_ENCODING', {
  ...choice(
    ['CONTENT_ENCODING', 'TRANSFER_ENCODING'],
    'Whether to send accept-encoding or te, and read content-encoding or transfer-encoding; HTTP/2 has no te.',
    'TRANSFER_ENCODING',
  ),
  parse: (raw) => (textOf(raw) === 'TRANSFER_ENCODING' ? 'transfer-encoding' : 'content-encoding'),
});

const shape = {
  name: 'compression',
  fields: { encoding: required(encoding), by: under('type', header) },
  short: { member: 'encoding', words: 'the encoding.', title: 'an encoding, or a mapping' },
  write: `compression: ${encodings[0]}`,
} as const;

const definition = defineBody(
  'compression',
  'Ask for compressed responses; bodies are inflated before body handlers see them, and counted in compressed bytes.',
  shape,
);

/** A field with the name of a compression, or with a mapping that contains the name. */
export const compression: Field<Compression, false> = {
  schema: referTo(definition, undefined, 'gzip'),
  always: false,
  parse: bodyParser(() => shape),
};

/** The header with which a request asks for compression. */
export const askingHeader = ({ by }: Compression): string =>
  by === 'content-encoding' ? 'accept-encoding' : 'te';
