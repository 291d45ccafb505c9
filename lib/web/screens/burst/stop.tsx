import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../../components/announce.ts';
import { Failure, Silence } from '../../components/answer-part.tsx';
import { stopBurst } from '../../data/burst/watch.ts';
import * as words from '../../words/burst.ts';

type Step = 'ready' | 'asked' | 'sending' | 'sent';

/**
 * A button that stops the load when it is pressed twice.
 * @param isSilent no request of the load is running any more.
 */
export function Stop({ id, isSilent }: { readonly id: string; readonly isSilent: boolean }) {
  const step = useSignal<Step>('ready');
  const error = useSignal<unknown>(undefined);
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  const before = useRef<Step>('ready');
  useEffect(() => {
    if (step.value === 'asked') second.current?.focus();
    if (step.value === 'ready' && before.current !== 'ready') first.current?.focus();
    before.current = step.value;
  }, [step.value]);
  const send = async (): Promise<void> => {
    [step.value, error.value] = ['sending', undefined];
    announce(words.stopping());
    try {
      await stopBurst(id);
      step.value = 'sent';
    } catch (failure) {
      [step.value, error.value] = ['ready', failure];
    }
  };
  if (step.value === 'sending' || step.value === 'sent')
    return (
      <div class="stop">
        <p>{isSilent && step.value === 'sent' ? words.silent() : words.stopping()}</p>
        {step.value === 'sending' && <Silence />}
      </div>
    );
  return (
    <div class="stop">
      {error.value !== undefined && <Failure error={error.value} />}
      {step.value === 'ready' ? (
        <button type="button" ref={first} onClick={() => (step.value = 'asked')}>
          {words.stop()}
        </button>
      ) : (
        <fieldset
          aria-labelledby="stop-question"
          onKeyDown={(event) => {
            if (event.key === 'Escape') step.value = 'ready';
          }}
        >
          <span id="stop-question">{words.stopQuestion()}</span>{' '}
          <button
            type="button"
            class="danger"
            ref={second}
            onKeyDown={(event) => {
              // A key that is held down since the first button is no answer.
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => void send()}
          >
            {words.stop()}
          </button>{' '}
          <button type="button" onClick={() => (step.value = 'ready')}>
            {words.goOn()}
          </button>
        </fieldset>
      )}
    </div>
  );
}
