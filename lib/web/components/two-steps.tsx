import { useEffect, useId, useRef, useState } from 'preact/hooks';

type TwoStepsProps = {
  readonly word: string;
  readonly question: string;
  /** The word of the button that cancels the action. */
  readonly no: string;
  readonly act: () => unknown;
  /**
   * True: the first button gets the focus. This is so after the action failed, because the person may try it
   * again.
   */
  readonly isAgain?: boolean;
  /** Called when the person is asked whether to do it. */
  readonly asked?: () => void;
};

/** A button for an action that cannot be undone. It asks, and acts when it is pressed again. */
export function TwoSteps({ word, question, no, act, isAgain = false, asked }: TwoStepsProps) {
  const [isAsked, ask] = useState(false);
  const wasAsked = useRef(isAgain);
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (isAsked) second.current?.focus();
    else if (wasAsked.current) first.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!isAsked)
    return (
      <button
        type="button"
        ref={first}
        onClick={() => {
          ask(true);
          asked?.();
        }}
      >
        {word}
      </button>
    );
  return (
    <fieldset
      class="two-steps"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') ask(false);
      }}
    >
      <span id={id}>{question}</span>{' '}
      <button
        type="button"
        class="danger"
        ref={second}
        onKeyDown={(event) => {
          // A held key repeats its events. They must not press the second button.
          if (event.repeat) event.preventDefault();
        }}
        onClick={() => act()}
      >
        {word}
      </button>{' '}
      <button type="button" onClick={() => ask(false)}>
        {no}
      </button>
    </fieldset>
  );
}
