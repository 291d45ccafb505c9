import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../../../client/index.ts';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { useShown } from '../../components/still-shown.ts';
import { isUncertain } from '../../data/burst/burst-starter.ts';
import { isRefused, type Order } from '../../data/burst/judge-document.ts';
import { newStarter } from '../../data/burst/start.ts';
import * as words from '../../words/start.ts';
import type { Check } from './check.ts';

/** The document that the person wants to start, and whether it can be started. */
export type StartProps = {
  readonly order: Order;
  readonly files: ReadonlyMap<string, File>;
  readonly check: Check;
  /** Why the document cannot be started. Undefined: it can. */
  readonly reason: string | undefined;
};

/** The button that starts the burst, and leads to its screen. */
export function Start({ order, files, check, reason }: StartProps) {
  const starter = useMemo(newStarter, []);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const shown = useShown();
  const send = async (): Promise<void> => {
    if (isSending) return;
    if (reason !== undefined) return announce(reason);
    setSending(true);
    setError(undefined);
    announce(words.starting());
    try {
      const { id } = await starter.start(order, files);
      if (shown.current) go(addressOf('burst', { id }));
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure.body : undefined;
      if (isRefused(refusal)) check.take(refusal);
      else setError(failure);
    } finally {
      setSending(false);
    }
  };
  return (
    <div class="start-now">
      <button
        type="button"
        class="primary"
        aria-disabled={reason !== undefined || isSending}
        aria-describedby="why-not"
        onClick={() => void send()}
      >
        {isSending ? words.starting() : words.start()}
      </button>
      <p id="why-not" class="quiet">
        {reason}
      </p>
      {isSending && <Silence />}
      {error !== undefined && <Failure error={error} />}
      {error !== undefined && isUncertain(error) && (
        <p>
          {words.uncertain()} <a href={addressOf('bursts')}>{words.bursts()}</a>
        </p>
      )}
    </div>
  );
}
