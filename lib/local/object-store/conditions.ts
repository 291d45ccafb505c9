import type { IncomingHttpHeaders } from 'node:http';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { ObjectRecord } from './object-file.ts';

/**
 * Checks the conditions of a write against the current object:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 * @throws ProtocolError (412), or (404) for If-Match without an object.
 */
export function allowWrite(headers: IncomingHttpHeaders, current: ObjectRecord | undefined): void {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new ProtocolError(501, 'NotImplemented', 'a write accepts only * as the value of If-None-Match');
  }
  if (ifNoneMatch === '*' && current) throw new ProtocolError(412, 'PreconditionFailed');
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined) return;
  if (!current) throw new ProtocolError(404, 'NoSuchKey');
  if (!matches(ifMatch, current.etag)) throw new ProtocolError(412, 'PreconditionFailed');
}

/**
 * Checks the conditions of a read in the order of RFC 9110 section 13.2.2. False: the answer is 304 Not
 * Modified.
 * @throws ProtocolError (412).
 */
export function isModified(headers: IncomingHttpHeaders, record: ObjectRecord): boolean {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  const modifiedAt = Math.floor(record.modifiedAt / 1000) * 1000;
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, record.etag)) throw new ProtocolError(412, 'PreconditionFailed');
  } else if (modifiedAt > instant(headers['if-unmodified-since'], Number.POSITIVE_INFINITY)) {
    throw new ProtocolError(412, 'PreconditionFailed');
  }
  if (ifNoneMatch !== undefined) return !matches(ifNoneMatch, record.etag);
  return modifiedAt > instant(headers['if-modified-since'], Number.NEGATIVE_INFINITY);
}

const matches = (header: string, etag: string): boolean =>
  header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replaceAll('"', '') === etag);

function instant(date: string | undefined, otherwise: number): number {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? otherwise : at;
}
