import type { RunUpload } from '../../lib/api.generated.ts';

/** The parameters of an uploaded run. Times are epoch milliseconds, ISO times or paths into the document. */
export type RunParameters = {
  readonly test: string;
  readonly start: string;
  readonly stop: string;
  readonly owner?: string | undefined;
  readonly access?: string | undefined;
  readonly description?: string | undefined;
  readonly schema?: string | undefined;
};

/** A document that becomes a run with one request. */
export type Inline = {
  readonly body: Uint8Array;
  /** @default 'application/json' */
  readonly type?: string | undefined;
  readonly encoding?: string | undefined;
  /** Two uploads with the same key and the same content make one run. */
  readonly key?: string | undefined;
};

/** Calls the API (client.ts). */
type Call = <T>(
  method: string,
  path: string,
  sending: {
    readonly json?: unknown;
    readonly bytes?: Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
    readonly text?: RegExp;
    readonly mayRepeat?: boolean;
    readonly isOurs?: (body: unknown) => boolean;
  },
) => Promise<T>;

const id = /^\d+\s*$/;

/** Calls that upload documents as runs. */
export const uploadCalls = (call: Call) => ({
  /** The id of the new run. */
  upload: ({ body, type, encoding, key }: Inline, parameters: RunParameters) =>
    call<string>('POST', `/api/run/data?${given(parameters)}`, {
      bytes: body,
      text: id,
      mayRepeat: key !== undefined,
      headers: {
        ...(type && { 'content-type': type }),
        ...(encoding && { 'content-encoding': encoding }),
        ...(key && { 'idempotency-key': key }),
      },
    }),

  beginUpload: (sizeBytes: number, key: string) =>
    call<RunUpload>('POST', '/api/run/upload', {
      json: { sizeBytes },
      headers: { 'idempotency-key': key },
      mayRepeat: true,
      isOurs: isUpload,
    }),

  /** The state of an upload, with new URLs for the missing parts. */
  uploadState: (upload: number) => call<RunUpload>('GET', `/api/run/upload/${upload}`, { isOurs: isUpload }),

  /** The id of the new run. */
  completeUpload: (
    upload: number,
    parameters: Omit<RunParameters, 'schema'> & { readonly sha256: string },
    metadata?: Uint8Array,
  ) =>
    call<string>('POST', `/api/run/upload/${upload}/complete?${given(parameters)}`, {
      ...(metadata && { bytes: metadata }),
      text: id,
      mayRepeat: true,
    }),
});

const isUpload = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'missing');

/** The parameters that have a value. */
export function given(parameters: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const entries = Object.entries(parameters);
  return new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
