import type { ComponentChildren } from 'preact';
import { ApiError } from '../../client/index.ts';
import type { Loaded } from '../data/cache.ts';
import { reload } from '../data/cache.ts';
import * as words from '../words/frame.ts';

type PartProps<T> = {
  readonly of: Loaded<T>;
  /** The key of the answer in the cache, with which this part is loaded again. */
  readonly name: string;
  /** The approximate number of text rows of the part, so that the page does not jump when it is loaded. */
  readonly rows?: number;
  readonly children: (value: T) => ComponentChildren;
};

/**
 * A part of a screen that shows one answer of the API. It shows bars of its later size while it loads, the
 * last known value while it loads again, and the error with *try again*. The rest of the screen does not
 * change.
 */
export function Part<T>({ of, name, rows = 3, children }: PartProps<T>) {
  const { value, error, loading, asOf } = of;
  return (
    <>
      {error !== undefined && <Failure error={error} retry={() => reload(name)} />}
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && loading && <Bars rows={rows} />}
      {value !== undefined && error !== undefined && asOf !== undefined && (
        <p class="quiet">{words.asOf(new Date(asOf).toLocaleTimeString())}</p>
      )}
    </>
  );
}

/** Bars in the place of text that is loading. CSS shows them after 150 ms only. */
export function Bars({ rows }: { readonly rows: number }) {
  return (
    <div class="bars" role="status" aria-label={words.loading()}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}

/**
 * Whether the API refuses the same request again. Another program, such as a proxy, may soon be repaired, and
 * most conflicts (409) are over after a moment.
 */
const isFinal = ({ status, code }: ApiError): boolean =>
  code === 'CHANGE_JUDGED' || ([400, 404, 413].includes(status) && !code.startsWith('HTTP_'));

/**
 * The error of one request: the message of the API, the id of the request, and the button *try again* unless
 * that cannot help.
 */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const known = error instanceof ApiError ? error : undefined;
  return (
    <div class="failure" role="alert">
      <p>{known?.message ?? (error instanceof Error ? error.message : words.unexpected())}</p>
      <p class="quiet">
        {known?.requestId !== undefined && <span>{words.requestId(known.requestId)} </span>}
        {retry !== undefined && !(known && isFinal(known)) && (
          <button type="button" onClick={retry}>
            {words.tryAgain()}
          </button>
        )}
      </p>
    </div>
  );
}
