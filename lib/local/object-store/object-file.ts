import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Checksum } from './checksum.ts';

/** The properties of an object that are stored in addition to its bytes. */
export type ObjectRecord = {
  readonly key: string;
  /** The size of the object in bytes. */
  readonly size: number;
  /** The ETag in hexadecimal, without quotes. */
  readonly etag: string;
  /** The time of the last change in epoch milliseconds. */
  readonly modifiedAt: number;
  /** Headers that are returned with the object, such as the content type and user metadata. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
};

/**
 * The mark at the end of an object file. A file has the bytes of an object, the record as JSON, the record's
 * length, and the mark. One rename makes bytes and record visible together, so no crash can separate them.
 * The bytes come first, so a reader of a replaced file can read it to the end.
 */
const mark = Buffer.from('DPO1');

/**
 * Appends the record to a file with the bytes of an object. A rename to the final place then makes the object
 * visible.
 * @param bytes - the bytes of an object that has no file yet.
 */
export function sealObject(path: string, record: ObjectRecord, bytes: Uint8Array = new Uint8Array(0)): void {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  appendFileSync(path, Buffer.concat([bytes, json, length, mark]));
}

/** Reads the record of an object. Undefined when the file is not a complete object. */
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
