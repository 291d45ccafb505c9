import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../../client/index.ts';
import { announce } from '../../components/announce.ts';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { isUncertain } from '../../data/burst/burst-starter.ts';
import { isRefused, type Order } from '../../data/burst/judge-document.ts';
import type { Check } from './check.ts';

/** The document that the person wants to start, and whether it can be started. */
export type StartProps = {
  readonly order: Order;
  readonly files: ReadonlyMap<string, File>;
  readonly check: Check;
  /** Why the document cannot be started. Undefined: it can. */
  readonly reason: string | undefined;
};

type Sending = {
  readonly isSending: boolean;
  readonly error: unknown;
  /** Runs an action, unless one runs or the document cannot be started. Announces what it does. */
  readonly send: (progress: string, action: () => Promise<void>) => Promise<void>;
};

/** Sends the document. When Downpour refuses it, its problems are shown. */
export function useSending({ check, reason }: StartProps): Sending {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send: Sending['send'] = async (progress, action) => {
    if (isSending) return;
    if (reason !== undefined) return announce(reason);
    setSending(true);
    setError(undefined);
    announce(progress);
    try {
      await action();
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure.body : undefined;
      if (isRefused(refusal)) check.take(refusal);
      else setError(failure);
    } finally {
      setSending(false);
    }
  };
  return { isSending, error, send };
}

type SendingStateProps = Pick<Sending, 'isSending' | 'error'> & {
  /** The next step of a person when the answer is lost. */
  readonly children: ComponentChildren;
};

export const SendingState = ({ isSending, error, children }: SendingStateProps) => (
  <>
    {isSending && <Silence />}
    {error !== undefined && <Failure error={error} />}
    {error !== undefined && isUncertain(error) && <p>{children}</p>}
  </>
);
