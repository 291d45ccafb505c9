type Outcome<T> = {
  readonly answered: (answer: T) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Sends a request after a pause, and reports the answer or the error.
 * @returns a function that ends the request. After its call nothing is reported, even if the answer was on
 * its way.
 */
export function askAfter<T>(
  pauseMs: number,
  ask: (signal: AbortSignal) => Promise<T>,
  { answered, failed }: Outcome<T>,
): () => void {
  const own = new AbortController();
  const send = async (): Promise<void> => {
    try {
      const answer = await ask(own.signal);
      if (!own.signal.aborted) answered(answer);
    } catch (error) {
      if (own.signal.aborted) return;
      own.abort();
      failed(error);
    }
  };
  const timer = setTimeout(() => void send(), pauseMs);
  return () => {
    clearTimeout(timer);
    own.abort();
  };
}
