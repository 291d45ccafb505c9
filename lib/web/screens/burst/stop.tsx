import { useSignal } from '@preact/signals';
import { announce } from '../../components/announce.ts';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { TwoSteps } from '../../components/two-steps.tsx';
import { stopBurst } from '../../data/burst/watch.ts';
import * as words from '../../words/burst.ts';

type Step = 'ready' | 'sending' | 'sent';

/**
 * A button that stops the load when it is pressed twice.
 * @param isSilent true: no request is in flight. After a stop, the text then states that the load has
 * stopped.
 */
export function Stop({ id, isSilent }: { readonly id: string; readonly isSilent: boolean }) {
  const step = useSignal<Step>('ready');
  const error = useSignal<unknown>(undefined);
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
      <TwoSteps
        word={words.stop()}
        question={words.stopQuestion()}
        no={words.goOn()}
        act={send}
        isAgain={error.value !== undefined}
      />
    </div>
  );
}
