import { contentLengthProblem, usuallyHasBody } from '../content-length.ts';
import { checkHeadLength } from '../head-length.ts';
import { trimmed } from '../header-encoding.ts';
import { checkPath } from '../path-check.ts';
import { RequestRefused, type TransportRequest } from '../transport.ts';
import { FieldBlock } from './hpack/encoder.ts';
import { indexOfName } from './hpack/static-table.ts';
import { belongsToConnection } from './response-head.ts';

/**
 * Writes the header blocks of the requests on one HTTP/2 connection. A block is valid until the next one is
 * written.
 */
export class RequestBlocks {
  readonly #scheme: number;
  readonly #authority: Buffer;
  readonly #block = new FieldBlock();
  /** True when the next block is the first one of its connection. */
  #isFirst = true;

  constructor(protocol: 'http' | 'https', authority: string) {
    this.#scheme = indexed(protocol === 'http' ? 6 : 7);
    this.#authority = laidOut(':authority', authority);
  }

  /**
   * Writes the header block of a request.
   * @throws RequestRefused when HTTP does not allow a part of the request.
   */
  write({ method, path, headers, moreHeaders }: TransportRequest, bodyBytes = 0): FieldBlock {
    checkHeadLength(path.length);
    const block = this.#block;
    const fields = layOut(headers);
    block.length = 0;
    // Downpour adds no entry to the dynamic table of the target, so the target may use an empty table.
    if (this.#isFirst) block.byte(emptyTable);
    if (method === 'GET') block.byte(indexed(2));
    else if (method === 'POST') block.byte(indexed(3));
    else block.laidOut(methodOf(method));
    const more = moreHeaders === undefined || moreHeaders.length === 0 ? undefined : toFields(moreHeaders);
    if (method !== 'CONNECT') {
      block.byte(this.#scheme);
      block.laidOut(fields.authority ?? more?.authority ?? this.#authority);
    }
    // A CONNECT request names only an authority (host and port), so it has no path and no scheme (RFC 9113
    // section 8.5).
    if (method !== 'CONNECT' && path !== '') checkPath(path);
    if (!block.visible(method === 'CONNECT' ? authorityIndex : pathIndex, path === '' ? '/' : path))
      throw new RequestRefused('the path has a character that HTTP does not allow');
    block.laidOut(fields.bytes);
    if (more !== undefined) block.laidOut(more.bytes);
    const given = fields.contentLength ?? more?.contentLength;
    checkHeadLength(block.length);
    const problem = given === undefined ? undefined : contentLengthProblem(given, bodyBytes);
    if (problem !== undefined) throw new RequestRefused(problem);
    if (given === undefined && (bodyBytes > 0 || usuallyHasBody(method)))
      block.field('content-length', String(bodyBytes));
    this.#isFirst = false;
    return block;
  }
}

type Fields = {
  readonly bytes: Buffer;
  /** The field `:authority`, which replaces `host`. Undefined when the request has no `host`. */
  readonly authority: Buffer | undefined;
  readonly contentLength: string | undefined;
};

const indexed = (index: number): number => 0x80 | index;
/** This byte of a header block sets the size of the dynamic table to 0. */
const emptyTable = 0x20;
const authorityIndex = indexOfName.get(':authority') ?? 0;
const pathIndex = indexOfName.get(':path') ?? 0;

/** Fields are written into these blocks first, and the result is a copy. */
const severalFields = new FieldBlock();
const oneField = new FieldBlock();
const known = new WeakMap<readonly string[], Fields>();
const methods = new Map<string, Buffer>();

function layOut(headers: readonly string[]): Fields {
  const seen = known.get(headers);
  if (seen !== undefined) return seen;
  const fields = toFields(headers);
  known.set(headers, fields);
  return fields;
}

/**
 * Encodes header fields for HTTP/2. Names become lower case, and `host` becomes `:authority`. Fields that
 * describe an HTTP/1.1 connection are left out. A `te` field with another value than `trailers` is also left
 * out (RFC 9113 section 8.2.2).
 */
function toFields(headers: readonly string[]): Fields {
  const block = severalFields;
  block.length = 0;
  let authority: Buffer | undefined;
  let contentLength: string | undefined;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    const value = headers[at + 1]!;
    checkHeadLength(block.length + name.length + value.length);
    if (!isName.test(name)) throw new RequestRefused(`${JSON.stringify(name)} is not a valid header name`);
    if (!isValue.test(value))
      throw new RequestRefused(
        `HTTP does not allow the value ${JSON.stringify(value)} of the header ${name}`,
      );
    if (name === 'host') authority = laidOut(':authority', value);
    else if (!belongsToConnection.has(name) && !(name === 'te' && value.toLowerCase() !== 'trailers')) {
      if (name === 'content-length') contentLength = value;
      block.field(name, trimmed(value));
    }
  }
  return { bytes: block.copy(), authority, contentLength };
}

function methodOf(method: string): Buffer {
  const seen = methods.get(method);
  if (seen !== undefined) return seen;
  if (!isName.test(method)) throw new RequestRefused(`${JSON.stringify(method)} is not an HTTP method`);
  const bytes = laidOut(':method', method);
  methods.set(method, bytes);
  return bytes;
}

function laidOut(name: string, value: string): Buffer {
  const block = oneField;
  block.length = 0;
  block.field(name, value);
  return block.copy();
}

const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const isValue = /^[\t\x20-\x7e\x80-\xff]*$/;
