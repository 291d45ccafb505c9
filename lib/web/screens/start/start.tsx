import { useMemo } from 'preact/hooks';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { useShown } from '../../components/still-shown.ts';
import { newStarter } from '../../data/burst/start.ts';
import * as words from '../../words/start.ts';
import { SendingState, type StartProps, useSending } from './sending.tsx';

/** The button that starts the burst, and leads to its screen. */
export function Start(props: StartProps) {
  const { order, files, reason } = props;
  const starter = useMemo(newStarter, []);
  const { isSending, error, send } = useSending(props);
  const shown = useShown();
  const start = async (): Promise<void> => {
    const { id } = await starter.start(order, files);
    if (shown.current) go(addressOf('burst', { id }));
  };
  return (
    <div class="start-now">
      <button
        type="button"
        class="primary"
        aria-disabled={reason !== undefined || isSending}
        aria-describedby="why-not"
        onClick={() => void send(words.starting(), start)}
      >
        {isSending ? words.starting() : words.start()}
      </button>
      <p id="why-not" class="quiet">
        {reason}
      </p>
      <SendingState isSending={isSending} error={error}>
        {words.uncertain()} <a href={addressOf('bursts')}>{words.bursts()}</a>
      </SendingState>
    </div>
  );
}
