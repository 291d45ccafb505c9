import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The supported checksum algorithms. A checksum is the Base64 of its big-endian bytes. S3 also has CRC-32C
 * and CRC-64/NVME, which the SDK sends only on request and with an additional package.
 */
export const checksumAlgorithms = ['crc32', 'sha1', 'sha256'] as const;
/**
 * The default checksum algorithm of the SDK. The store also computes it for an object that a client sends
 * without a checksum.
 */
export const defaultChecksum = 'crc32';

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
    case 'sha1':
    case 'sha256': {
      const hash = createHash(algorithm);
      return { update: (chunk) => hash.update(chunk), base64: () => hash.digest('base64') };
    }
  }
}

export const isChecksumAlgorithm = (name: string): name is ChecksumAlgorithm =>
  (checksumAlgorithms as readonly string[]).includes(name);

/**
 * The checksum of a multipart object, which S3 computes from the checksums of its parts:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
 */
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
    base64: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes.toString('base64');
    },
  };
}
