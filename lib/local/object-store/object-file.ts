import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Checksum } from './checksum.ts';

/** The stored properties of an object without its bytes. */
export type ObjectRecord = {
  readonly key: string;
  /** The number of bytes. */
  readonly size: number;
  /** Hex, without quotes. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Headers that are returned with the object: content type, user metadata. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
};

/**
 * Each object has one file: the bytes, then the record as JSON, then the record's length and a mark. One
 * rename makes the bytes and the record visible, so no crash can leave one without the other. The bytes come
 * first, so a reader of the old file can read it to the end.
 */
const mark = Buffer.from('DPO1');

/** Completes a file with the bytes of an object. A rename to its place makes it visible. */
export function sealObject(path: string, record: ObjectRecord): void {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  appendFileSync(path, Buffer.concat([json, length, mark]));
}

/** Reads a record; undefined when the file is not a complete object. */
export function readRecord(path: string): ObjectRecord | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const foot = Buffer.alloc(8);
    if (size < 8 || readSync(file, foot, 0, 8, size - 8) !== 8 || !foot.subarray(4).equals(mark))
      return undefined;
    const json = Buffer.alloc(foot.readUInt32BE(0));
    if (json.length > size - 8) return undefined;
    readSync(file, json, 0, json.length, size - 8 - json.length);
    return JSON.parse(json.toString()) as ObjectRecord;
  } finally {
    closeSync(file);
  }
}
