import { CompressionError } from './compression-error.ts';

/**
 * The Huffman code of HPACK (RFC 7541 appendix B). It is canonical: shorter codes come first, and codes of
 * one length follow each other in the order of their bytes. So it is enough to list the bytes for each length
 * of code. Number 256 is the end of the text.
 */
const bytesByLength: Readonly<Record<number, string>> = {
  5: '48-50 97 99 101 105 111 115-116',
  6: '32 37 45-47 51-57 61 65 95 98 100 102-104 108-110 112 114 117',
  7: '58 66-87 89 106-107 113 118-122',
  8: '38 42 44 59 88 90',
  10: '33-34 40-41 63',
  11: '39 43 124',
  12: '35 62',
  13: '0 36 64 91 93 126',
  14: '94 125',
  15: '60 96 123',
  19: '92 195 208',
  20: '128 130-131 162 184 194 224 226',
  21: '153 161 167 172 176-177 179 209 216-217 227 229-230',
  22: '129 132-134 136 146 154 156 160 163-164 169-170 173 178 181 185-187 189-190 196 198 228 232-233',
  23: '1 135 137-141 143 147 149-152 155 157-158 165-166 168 174-175 180 182-183 188 191 197 231 239',
  24: '9 142 144-145 148 159 171 206 215 225 236-237',
  25: '199 207 234-235',
  26: '192-193 200-202 205 210 213 218-219 238 240 242-243 255',
  27: '203-204 211-212 214 221-223 241 244-248 250-254',
  28: '2-8 11-12 14-21 23-31 127 220 249',
  30: '10 13 22 256',
};

/** A node of the code's tree: its children for a 0 and for a 1. A leaf is the byte that the code means. */
type Node = [zero: Node | number | undefined, one: Node | number | undefined];

const wrong = 0x8000;
const emits = 0x4000;
const mayEnd = 0x2000;

/**
 * A table with the result of reading four bits, for each node of the Huffman tree and each value of these
 * bits. Bits 0 to 7 of an entry are the next node. Bits 16 to 23 are the byte that these four bits complete.
 * They complete at most one byte, because the shortest code has five bits. Bits 13 to 15 are the flags
 * `mayEnd`, `emits` (there is such a byte) and `wrong`.
 */
const steps: Uint32Array = stepsOf(treeOf());

/**
 * Decodes a text in Huffman code into `into`, which must be long enough: each byte of code becomes at most
 * 8/5 bytes of text.
 *
 * @returns the length of the text.
 */
export function decodeHuffman(from: Uint8Array, start: number, end: number, into: Uint8Array): number {
  let node = 0;
  let step = mayEnd;
  let length = 0;
  for (let at = start; at < end; at += 1) {
    const byte = from[at]!;
    step = steps[(node << 4) | (byte >> 4)]!;
    if ((step & emits) !== 0) into[length++] = step >>> 16;
    const second = steps[((step & 0xff) << 4) | (byte & 15)]!;
    if (((step | second) & wrong) !== 0) throw new CompressionError('an unknown Huffman code');
    if ((second & emits) !== 0) into[length++] = second >>> 16;
    node = second & 0xff;
    step = second;
  }
  if ((step & mayEnd) === 0) throw new CompressionError('a Huffman text with wrong padding');
  return length;
}

function treeOf(): Node {
  const root: Node = [undefined, undefined];
  let code = 0;
  for (let length = 1; length <= 30; length += 1) {
    code *= 2;
    for (const byte of bytesIn(bytesByLength[length] ?? '')) {
      plant(root, code, length, byte);
      code += 1;
    }
  }
  return root;
}

function bytesIn(ranges: string): readonly number[] {
  return ranges.split(' ').flatMap((range) => {
    if (range === '') return [];
    const [first = '', last = first] = range.split('-');
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
  });
}

function plant(root: Node, code: number, length: number, byte: number): void {
  let node = root;
  for (let bit = length - 1; bit > 0; bit -= 1) {
    const side = (code >> bit) & 1;
    const next = node[side];
    const child: Node = Array.isArray(next) ? next : [undefined, undefined];
    node[side] = child;
    node = child;
  }
  node[code & 1] = byte;
}

/**
 * Makes the table of steps from the Huffman tree. The 256 inner nodes are numbered from the root, which is 0.
 */
function stepsOf(root: Node): Uint32Array {
  const nodes: Node[] = [root];
  const padding = new Set<Node>([root]);
  for (const node of nodes) for (const child of node) if (Array.isArray(child)) nodes.push(child);
  // A text in Huffman code is padded with the beginning of the code for its end: up to seven ones.
  let ones: Node | number | undefined = root;
  for (let bit = 0; bit < 7; bit += 1) {
    ones = Array.isArray(ones) ? ones[1] : undefined;
    if (Array.isArray(ones)) padding.add(ones);
  }
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const table = new Uint32Array(nodes.length * 16);
  for (const [node, number] of numbers)
    for (let bits = 0; bits < 16; bits += 1)
      table[number * 16 + bits] = stepOf(root, node, bits, numbers, padding);
  return table;
}

function stepOf(
  root: Node,
  from: Node,
  bits: number,
  numbers: ReadonlyMap<Node, number>,
  padding: ReadonlySet<Node>,
): number {
  let node = from;
  let step = 0;
  for (let bit = 3; bit >= 0; bit -= 1) {
    const next = node[(bits >> bit) & 1];
    if (next === undefined || next === 256) return wrong;
    if (Array.isArray(next)) node = next;
    else {
      step = emits | (next << 16);
      node = root;
    }
  }
  return step | (numbers.get(node) ?? 0) | (padding.has(node) ? mayEnd : 0);
}
