import type { Random } from '../../../../lib/driver/random.ts';
import { type Case, corpus } from './corpus.ts';

/** Texts that a faulty or hostile target could insert. */
const words = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    ';',
    ',',
    '0',
    '1',
    'f',
    '-',
    '\x7f',
    '\xff',
    '"',
  ],
  ...[
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Connection: close\r\n',
    'HTTP/1.1 200 OK\r\n',
  ],
  ...[
    'HTTP/1.1 103 Early\r\n\r\n',
    'HTTP/1.0',
    '0\r\n\r\n',
    '5\r\nhello\r\n',
    'chunked',
    'close',
    '304',
    '204',
  ],
];

/** A response of the corpus with a few changes: bytes are inserted, removed, repeated or replaced. */
export function mutant(random: Random): Pick<Case, 'method' | 'bytes'> {
  const below = (count: number): number => Math.floor(random.next() * count);
  const short = corpus.filter(({ bytes }) => bytes.length < 1000);
  const { bytes, method } = short[below(short.length)]!;
  let text = bytes;
  for (let changes = 1 + below(3); changes > 0; changes -= 1) {
    const at = below(text.length + 1);
    const length = below(4) === 0 ? below(20) : below(2);
    const put = [
      words[below(words.length)]!,
      String.fromCharCode(below(256)),
      text.substr(below(text.length), 10),
      '',
    ];
    text = text.slice(0, at) + put[below(put.length)] + text.slice(at + length);
  }
  return { method, bytes: text };
}
