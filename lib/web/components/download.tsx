import { useState } from 'preact/hooks';
import { Failure, Silence } from './part.tsx';

type DownloadProps = {
  /** Prepares the file, and returns a link that works without a key. */
  readonly prepare: () => Promise<string>;
  readonly fileName: string;
  readonly words: { readonly ask: string; readonly preparing: string; readonly ready: string };
};

/** A button that prepares a file, and then the link to it. */
export function Download({ prepare, fileName, words }: DownloadProps) {
  const [state, setState] = useState<{
    readonly url?: string;
    readonly error?: unknown;
    readonly loading?: true;
  }>({});
  const start = async (): Promise<void> => {
    setState({ loading: true });
    try {
      setState({ url: await prepare() });
    } catch (error) {
      setState({ error });
    }
  };
  if (state.url !== undefined)
    return (
      <a href={state.url} download={fileName}>
        {words.ready}
      </a>
    );
  return (
    <>
      <button type="button" disabled={state.loading} onClick={() => void start()}>
        {state.loading ? words.preparing : words.ask}
      </button>
      {state.loading && <Silence />}
      {state.error !== undefined && <Failure error={state.error} />}
    </>
  );
}
