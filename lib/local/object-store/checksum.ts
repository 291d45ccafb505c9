import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The checksums that S3 verifies and keeps, each in Base64 of its big-endian bytes. */
export const checksumAlgorithms = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

export type Checksum = {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
};

export type RunningChecksum = { readonly update: (chunk: Buffer) => void; readonly base64: () => string };

export function startChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  switch (algorithm) {
    case 'crc32':
      return startCrc32();
    case 'crc32c':
      return startCrc32c();
    case 'crc64nvme':
      return startCrc64();
    case 'sha1':
    case 'sha256': {
      const hash = createHash(algorithm);
      return { update: (chunk) => hash.update(chunk), base64: () => hash.digest('base64') };
    }
  }
}

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  (checksumAlgorithms as readonly string[]).includes(name);

/** A multipart object's checksum of checksums: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): Checksum {
  const sum = startChecksum(algorithm);
  for (const part of parts) sum.update(Buffer.from(part, 'base64'));
  return { algorithm, value: `${sum.base64()}-${parts.length}`, type: 'COMPOSITE' };
}

function startCrc32(): RunningChecksum {
  let crc = 0;
  return {
    update: (chunk) => {
      crc = crc32(chunk, crc);
    },
    base64: () => bigEndian(crc),
  };
}

/** Castagnoli polynomial, reflected. */
const table32c = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

function startCrc32c(): RunningChecksum {
  let crc = 0xffffffff;
  return {
    update: (chunk) => {
      for (const byte of chunk) crc = (table32c[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
    },
    base64: () => bigEndian(~crc),
  };
}

/** CRC-64/NVME, reflected polynomial; in two 32-bit halves because BigInt arithmetic is a hundred times slower. */
const table64 = Array.from({ length: 256 }, (_, byte) => {
  let crc = BigInt(byte);
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ 0x9a6c9329ac4bc9b5n : crc >> 1n;
  return crc;
});
const table64High = Uint32Array.from(table64, (crc) => Number(crc >> 32n));
const table64Low = Uint32Array.from(table64, (crc) => Number(crc & 0xffffffffn));

function startCrc64(): RunningChecksum {
  let high = 0xffffffff;
  let low = 0xffffffff;
  return {
    update: (chunk) => {
      for (const byte of chunk) {
        const at = (low ^ byte) & 255;
        low = ((low >>> 8) | (high << 24)) ^ (table64Low[at] ?? 0);
        high = (high >>> 8) ^ (table64High[at] ?? 0);
      }
    },
    base64: () => bigEndian(~high, ~low),
  };
}

function bigEndian(...words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [i, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, i * 4);
  return bytes.toString('base64');
}
