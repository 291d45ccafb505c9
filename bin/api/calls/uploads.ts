import type { Access } from '../../../lib/api.generated.ts';
import type { Tree } from '../../../lib/client/index.ts';
import { has, like } from './answer-checks.ts';
import type { Explain } from './explain-errors.ts';

/** The parameters of an uploaded run. Times are epoch milliseconds, ISO times or paths into the document. */
export type RunParameters = {
  readonly test: string;
  readonly start: string;
  readonly stop: string;
  readonly owner?: string | undefined;
  readonly access?: Access | undefined;
  readonly description?: string | undefined;
  readonly schema?: string | undefined;
};

/** A document that becomes a run with a single request. */
export type Inline = {
  readonly body: Uint8Array;
  /** The content type. @default 'application/json' */
  readonly type?: string | undefined;
  readonly encoding?: string | undefined;
  /** The idempotency key. Two uploads with the same key and the same content make one run. */
  readonly key?: string | undefined;
};

/** Calls that upload documents as runs. */
export function uploadCalls({ run: { data, upload } }: Tree, ask: Explain) {
  const id = like(/^\d+\s*$/);
  const state = has('missing');
  return {
    /** Uploads a document with one request, and returns the id of the new run. */
    upload: ({ body, type, encoding, key }: Inline, query: RunParameters) => {
      const headers = {
        ...(type && { 'content-type': type }),
        ...(encoding && { 'content-encoding': encoding }),
        ...(key && { 'idempotency-key': key }),
      };
      return ask(data.post({ query, body, headers, ...id }));
    },

    beginUpload: (sizeBytes: number, key: string) =>
      ask(upload.post({ body: { sizeBytes }, headers: { 'idempotency-key': key }, ...state })),

    /** Reads the state of an upload, with new URLs for the missing parts. */
    uploadState: (number: number) => ask(upload.by(number).get(state)),

    /** Completes an upload, and returns the id of the new run. */
    completeUpload: (
      number: number,
      query: Omit<RunParameters, 'schema'> & { readonly sha256: string },
      metadata?: Uint8Array,
    ) => ask(upload.by(number).complete.post({ query, body: metadata, isRepeatable: true, ...id })),
  };
}
