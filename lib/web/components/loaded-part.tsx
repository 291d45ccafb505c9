import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../client/index.ts';
import { address } from '../addresses/router.ts';
import { silentAfterMs } from '../data/answer-timeout.ts';
import type { Loaded } from '../data/cache.ts';
import { reload } from '../data/cache.ts';
import * as words from '../words/frame.ts';
import { timeOfDay } from '../words/times.ts';
import { Sentence } from './bidi-sentence.tsx';
import { isUtc } from './moment.tsx';

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
  const retry = (): void => reload(name);
  return (
    <>
      {error !== undefined && <Failure error={error} retry={retry} />}
      {value !== undefined && loading && <Silence retry={retry} />}
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && loading && <Bars rows={rows} retry={retry} />}
      {value !== undefined && error !== undefined && asOf !== undefined && (
        <p class="quiet">{words.asOf(timeOfDay(asOf, isUtc()))}</p>
      )}
    </>
  );
}

type BarsProps = {
  readonly rows: number;
  /** Loads the text again when the server does not answer in time. Absent: the page is loaded again. */
  readonly retry?: () => void;
};

/** Bars in the place of text that is loading. CSS shows them after 150 ms only. */
export function Bars({ rows, retry = () => location.reload() }: BarsProps) {
  return (
    <>
      <Silence retry={retry} />
      <div class="bars" role="status" aria-label={words.loading()}>
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} />
        ))}
      </div>
    </>
  );
}

/**
 * States after some seconds of waiting that the server has not answered.
 * @param retry sends the request again. Absent for a request that changes something, which is sent only once.
 */
export function Silence({ retry }: { readonly retry?: () => void }) {
  const [tries, count] = useState(0);
  const [isLong, showIt] = useState(false);
  useEffect(() => {
    showIt(false);
    const timer = setTimeout(() => showIt(true), silentAfterMs);
    return () => clearTimeout(timer);
  }, [tries]);
  if (!isLong) return null;
  if (retry === undefined) return <Failure error={new Error(words.silent())} />;
  const again = (): void => {
    count(tries + 1);
    retry();
  };
  return <Failure error={new Error(words.silentTryAgain())} retry={again} />;
}

/**
 * Whether the API will answer the same request with the same error again. Errors of another program, such as
 * a proxy, may end soon, and so do most conflicts (409).
 */
const isFinal = ({ status, code }: ApiError): boolean =>
  code === 'CHANGE_JUDGED' || ([400, 404, 413].includes(status) && !code.startsWith('HTTP_'));

/**
 * The message of an error in words for the person. For an invalid key, the API names a header that a person
 * does not see. On the sign-in screen, the same error is about a password. Without an answer, the client
 * names the request and the words of the browser.
 */
function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'UNREACHABLE') return words.noAnswer();
  const isSignedOut = error instanceof ApiError && error.status === 401;
  if (isSignedOut && address.value.found?.screen !== 'login') return words.signInFirst();
  return error instanceof Error ? error.message : words.unexpected();
}

/**
 * The error of one request: the message of the API, the id of the request, and the button *try again*. The
 * button is absent if a repeat cannot help.
 */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const known = error instanceof ApiError ? error : undefined;
  return (
    <div class="failure" role="alert">
      <p>
        <Sentence text={messageOf(error)} />
      </p>
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
