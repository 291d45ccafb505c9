import type { ResponseHeaders } from '../transport.ts';

/** The decoded fields of a response, or of its trailers. */
export class ResponseHead implements ResponseHeaders {
  /** The status of the response. 0 for trailers, which have no status. */
  readonly status: number;
  /** The length of the body by its header, in bytes. Undefined when there is no content-length. */
  readonly contentLength: number | undefined;
  /** Why HTTP/2 does not allow these fields. Undefined when it does. */
  readonly problem: string | undefined;
  readonly #fields: readonly string[];
  /** The position of the first field after `:status` in the list. */
  readonly #first: number;

  constructor(fields: readonly string[]) {
    this.#fields = fields;
    this.#first = fields[0] === ':status' ? 2 : 0;
    this.status = this.#first === 0 ? 0 : statusOf(fields[1]!);
    const length = this.get('content-length');
    this.contentLength = length === undefined ? undefined : lengthOf(length);
    this.problem = this.#problem();
  }

  get(name: string): string | undefined {
    const fields = this.#fields;
    for (let at = this.#first; at < fields.length; at += 2) if (fields[at] === name) return fields[at + 1];
    return undefined;
  }

  all(name: string): readonly string[] {
    const fields = this.#fields;
    const values: string[] = [];
    for (let at = this.#first; at < fields.length; at += 2)
      if (fields[at] === name) values.push(fields[at + 1]!);
    return values;
  }

  each(visit: (name: string, value: string) => void): void {
    const fields = this.#fields;
    for (let at = this.#first; at < fields.length; at += 2) visit(fields[at]!, fields[at + 1]!);
  }

  #problem(): string | undefined {
    const fields = this.#fields;
    if (Number.isNaN(this.status)) return `the invalid status '${fields[1]}'`;
    for (let at = this.#first; at < fields.length; at += 2) {
      const name = fields[at]!;
      if (!isName.test(name)) return `a header field with the invalid name ${JSON.stringify(name)}`;
      if (belongsToConnection.has(name)) return `the header field ${name}, which HTTP/2 does not have`;
      if (wrongInValue.test(fields[at + 1]!)) return `a line break or NUL in the header field ${name}`;
    }
    const lengths = this.contentLength === undefined ? [] : this.all('content-length');
    const differs = lengths.some((length) => length !== lengths[0]);
    return differs || Number.isNaN(this.contentLength)
      ? `the invalid content-length '${lengths.join(', ')}'`
      : undefined;
  }
}

/**
 * Matches a field name: lower case, without a colon. Only `:status` has a colon, and it is checked before.
 */
const isName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const wrongInValue = /[\0\r\n]/;

/** The names of fields that describe one HTTP/1.1 connection. A message in HTTP/2 must not have them. */
export const belongsToConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

const statusOf = (text: string): number => (/^[1-9]\d\d$/.test(text) ? Number(text) : Number.NaN);
const lengthOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
