import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Failure, Silence } from './loaded-part.tsx';

type DownloadProps = {
  /** Prepares the file, and returns a link that works without a key. */
  readonly prepare: () => Promise<string>;
  readonly fileName: string;
  readonly words: { readonly ask: string; readonly preparing: string; readonly ready: string };
};

/** The milliseconds after which a link is removed. The server accepts it for 15 minutes. */
const linkMs = 14 * 60_000;

/** A button that prepares a file, and then the link to it. The link has the focus that the button had. */
export function Download({ prepare, fileName, words }: DownloadProps) {
  const [state, setState] = useState<{
    readonly url?: string;
    readonly error?: unknown;
    readonly loading?: true;
  }>({});
  const start = async (): Promise<void> => {
    if (state.loading) return;
    setState({ loading: true });
    try {
      setState({ url: await prepare() });
    } catch (error) {
      setState({ error });
    }
  };
  useEffect(() => {
    if (state.url === undefined) return undefined;
    const timer = setTimeout(() => setState({}), linkMs);
    return () => clearTimeout(timer);
  }, [state.url]);
  const own = useRef<HTMLAnchorElement & HTMLButtonElement>(null);
  const hadFocus = own.current !== null && own.current === document.activeElement;
  useLayoutEffect(() => {
    if (hadFocus) own.current?.focus();
  });
  if (state.url !== undefined)
    return (
      <a ref={own} href={state.url} download={fileName}>
        {words.ready}
      </a>
    );
  return (
    <>
      <button ref={own} type="button" aria-disabled={state.loading} onClick={() => void start()}>
        {state.loading ? words.preparing : words.ask}
      </button>
      {state.loading && <Silence />}
      {state.error !== undefined && <Failure error={state.error} />}
    </>
  );
}
