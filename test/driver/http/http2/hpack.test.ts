import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CompressionError } from '../../../../lib/driver/http/http2/hpack/compression-error.ts';
import { Decoder } from '../../../../lib/driver/http/http2/hpack/decoder.ts';
import { http2 } from '../../../../lib/driver/http/http2/limits.ts';
import { literal } from './peers.ts';

/** Header blocks have the meaning of RFC 7541, and blocks without a meaning are refused. */

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const decode = (decoder: Decoder, block: Buffer): readonly string[] | undefined =>
  decoder.decode(Buffer.concat([Buffer.from('xx'), block, Buffer.from('yy')]), 2, 2 + block.length);

/** Examples of RFC 7541, appendices C.3 to C.6: lines of names and values, in three consecutive blocks. */
const examples: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'requests as they are (C.3)',
    [
      [
        '828684410f7777772e6578616d706c652e636f6d',
        ':method GET,:scheme http,:path /,:authority www.example.com',
      ],
      [
        '828684be58086e6f2d6361636865',
        ':method GET,:scheme http,:path /,:authority www.example.com,cache-control no-cache',
      ],
      [
        '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565',
        ':method GET,:scheme https,:path /index.html,:authority www.example.com,custom-key custom-value',
      ],
    ],
  ],
  [
    'requests in Huffman code (C.4)',
    [
      ['828684418cf1e3c2e5f23a6ba0ab90f4ff', ':method GET,:scheme http,:path /,:authority www.example.com'],
      [
        '828684be5886a8eb10649cbf',
        ':method GET,:scheme http,:path /,:authority www.example.com,cache-control no-cache',
      ],
      [
        '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
        ':method GET,:scheme https,:path /index.html,:authority www.example.com,custom-key custom-value',
      ],
    ],
  ],
  [
    'responses with a table of 256 bytes that overflows, in Huffman code (C.6)',
    [
      [
        `3fe101 488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad1718
         63c78f0b97c8e9ae82ae43d3`,
        ':status 302,cache-control private,date Mon, 21 Oct 2013 20:13:21 GMT,location https://www.example.com',
      ],
      [
        '4883640effc1c0bf',
        ':status 307,cache-control private,date Mon, 21 Oct 2013 20:13:21 GMT,location https://www.example.com',
      ],
      [
        `88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b
         3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007`,
        ':status 200,cache-control private,date Mon, 21 Oct 2013 20:13:22 GMT,location https://www.example.com,' +
          'content-encoding gzip,set-cookie foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
      ],
    ],
  ],
];

suite('header blocks', () => {
  for (const [name, blocks] of examples) {
    test(name, () => {
      const decoder = new Decoder();
      for (const [block, expected] of blocks) {
        const fields = decode(decoder, hex(block)) ?? [];
        const lines = fields.flatMap((text, at) => (at % 2 === 0 ? [`${text} ${fields[at + 1]}`] : []));
        assert.equal(lines.join(','), expected);
      }
    });
  }

  test('the same block again is the same list, until the table has changed', () => {
    const decoder = new Decoder();
    // The block adds a field to the HPACK table, and then uses the field by its index.
    decode(decoder, hex('40 0161 0162'));
    const first = decode(decoder, hex('be'));
    assert.deepEqual(first, ['a', 'b']);
    assert.equal(decode(decoder, hex('be')), first);
    decode(decoder, hex('40 0163 0164'));
    assert.deepEqual(decode(decoder, hex('be')), ['c', 'd']);
    // The result of a block that changes the table is never cached for another block.
    assert.deepEqual(decode(decoder, hex('40 0165 0166 bf')), ['e', 'f', 'c', 'd']);
    assert.deepEqual(decode(decoder, hex('40 0165 0166 bf')), ['e', 'f', 'e', 'f']);
  });

  test('entries leave the table oldest first, over thousands of them', () => {
    const decoder = new Decoder();
    for (let index = 0; index < 5_000; index += 1) {
      const value = String(index).padStart(6, '0');
      decode(decoder, Buffer.concat([hex('40 0161 06'), Buffer.from(value)]));
    }
    // Each entry takes 1 + 6 + 32 bytes, so 105 entries fit into a table of 4,096 bytes.
    assert.deepEqual(decode(decoder, hex('be')), ['a', '004999']);
    assert.deepEqual(decode(decoder, Buffer.from([0xff, 61 + 105 - 127])), ['a', '004895']);
    assert.throws(() => decode(decoder, Buffer.from([0xff, 61 + 106 - 127])), CompressionError);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ['index 0', '80'],
    ['an index beyond both tables', 'be'],
    ['a name beyond both tables', '7f20 0161'],
    ['a header text that is longer than its block', '00 0561'],
    ['a field without its value', '00 0161'],
    ['a header with a number that is too long', 'ffffffffffffffffffff'],
    ['a number that is cut off', 'ff'],
    ['a table above what was allowed', '3fe21f'],
    ['a change of the table behind a field', '88 20 0161 0162'],
    ['the end of Huffman code in a text', '00 0161 84ffffffff'],
    ['a Huffman padding of more than seven bits', '00 0161 8207ff'],
    ['a Huffman padding of zeros', '00 0161 8118'],
  ];
  for (const [name, block] of wrong) {
    test(`${name} is refused`, () => {
      assert.throws(() => decode(new Decoder(), hex(block)), CompressionError);
    });
  }

  test('more fields than the bound give nothing, and the next block is read well', () => {
    const decoder = new Decoder();
    decode(decoder, Buffer.concat([hex('40 0161 7fa11e'), Buffer.alloc(4000, 'b')]));
    const many = Buffer.alloc(Math.ceil(http2.headBytesMax / 4033), 0xbe);
    assert.equal(decode(decoder, many), undefined);
    assert.deepEqual(decode(decoder, literal('c', 'd')), ['c', 'd']);
    assert.equal(decode(decoder, many.subarray(1))?.length, 2 * (many.length - 1));
  });
});
