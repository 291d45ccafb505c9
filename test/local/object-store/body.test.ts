import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bytesAtOnceMax, receiveBody } from '../../../lib/local/object-store/body.ts';
import type { Call } from '../../../lib/local/object-store/call.ts';
import { scratchDir } from '../scratch.ts';

const text = 'hello';
const digest = (algorithm: string, encoding: 'hex' | 'base64', of = text): string =>
  createHash(algorithm).update(of).digest(encoding);

const plain = { 'content-length': '5' };
const chunked = { 'content-length': '99', 'x-amz-decoded-content-length': '5' };
const streaming = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const sealed = '5\r\nhello\r\n0\r\n';

type Case = {
  readonly payloadHash?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The expected error code. Absent: the store accepts the body. */
  readonly refused?: string;
};

/** For each rejected case there is a similar case that is accepted. */
const cases: Readonly<Record<string, Case>> = {
  'no claim but its length': {},
  'the SHA-256 that was signed': { payloadHash: digest('sha256', 'hex') },
  'another SHA-256': { payloadHash: digest('sha256', 'hex', 'other'), refused: 'XAmzContentSHA256Mismatch' },
  'its MD5': { headers: { 'content-md5': digest('md5', 'base64') } },
  'another MD5': { headers: { 'content-md5': digest('md5', 'base64', 'other') }, refused: 'BadDigest' },
  'its checksum': { headers: { 'x-amz-checksum-sha1': digest('sha1', 'base64') } },
  'another checksum': {
    headers: { 'x-amz-checksum-sha1': digest('sha1', 'base64', 'other') },
    refused: 'BadDigest',
  },
  'a checksum that is not here': { headers: { 'x-amz-checksum-crc32c': 'AAAA' } },
  'the name of a checksum that is not here': {
    headers: { 'x-amz-sdk-checksum-algorithm': 'CRC32C' },
    refused: 'NotImplemented',
  },
  'chunks and its length': { payloadHash: streaming, headers: chunked, body: `${sealed}\r\n` },
  'chunks without the last': {
    payloadHash: streaming,
    headers: chunked,
    body: '5\r\nhello\r\n',
    refused: 'IncompleteBody',
  },
  'chunks of another length': {
    payloadHash: streaming,
    headers: { ...chunked, 'x-amz-decoded-content-length': '6' },
    body: `${sealed}\r\n`,
    refused: 'IncompleteBody',
  },
  'chunks that are none': {
    payloadHash: streaming,
    headers: chunked,
    body: 'hello',
    refused: 'IncompleteBody',
  },
  'a chunk that is longer than its size': {
    payloadHash: streaming,
    headers: chunked,
    body: '4\r\nhello\r\n0\r\n\r\n',
    refused: 'InvalidChunkSizeError',
  },
  'a checksum behind the chunks': {
    payloadHash: streaming,
    headers: { ...chunked, 'x-amz-trailer': 'x-amz-checksum-sha256' },
    body: `${sealed}x-amz-checksum-sha256:${digest('sha256', 'base64')}\r\n\r\n`,
  },
  'another checksum behind the chunks': {
    payloadHash: streaming,
    headers: { ...chunked, 'x-amz-trailer': 'x-amz-checksum-sha256' },
    body: `${sealed}x-amz-checksum-sha256:${digest('sha256', 'base64', 'other')}\r\n\r\n`,
    refused: 'BadDigest',
  },
  'signed chunks': {
    payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    headers: chunked,
    refused: 'NotImplemented',
  },
  'no length': { headers: { 'content-length': '' }, refused: 'MissingContentLength' },
  'a length above 5 GiB': { headers: { 'content-length': '5368709121' }, refused: 'EntityTooLarge' },
  'no payload hash': { payloadHash: '', refused: 'InvalidRequest' },
};

describe('a body is held to what its request claims', () => {
  for (const [name, { payloadHash = 'UNSIGNED-PAYLOAD', headers, body = text, refused }] of Object.entries(
    cases,
  )) {
    // Each body is sent in one piece, and byte by byte into a file, as a long body is.
    for (const pieces of [[body], [...body]]) {
      test(`${name}: ${refused ?? 'taken'}, in ${pieces.length === 1 ? 'one piece' : 'bytes'}`, async (t) => {
        const given = Object.entries({ ...plain, ...headers }).flatMap(([header, value]) => {
          if (value === '') return [];
          const isShort = header === 'content-length' && Number(value) < bytesAtOnceMax;
          return [[header, isShort && pieces.length > 1 ? String(bytesAtOnceMax + 1) : value]];
        });
        const path = join(scratchDir(t), 'body');
        const call: Call = {
          method: 'PUT',
          bucketName: 'runs',
          key: 'body',
          headers: Object.fromEntries(given),
          body: pieces.map((piece) => Buffer.from(piece)),
          query: new URLSearchParams(),
          payloadHash,
        };
        const received = receiveBody(call, path);
        if (refused !== undefined) {
          await assert.rejects(received, { code: refused });
          assert.equal(existsSync(path), false);
          return;
        }
        const { size, etag, bytes } = await received;
        assert.deepEqual([size, etag], [5, digest('sha256', 'hex').slice(0, 32)]);
        assert.equal(String(bytes ?? readFileSync(path)), text);
        assert.equal(existsSync(path), bytes === undefined);
      });
    }
  }
});
