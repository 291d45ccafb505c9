import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { askBeforeLeaving } from '../../addresses/router.ts';
import { announce } from '../../components/announce.ts';
import { copy } from '../../components/copy.ts';
import * as words from '../../words/own/me.ts';

type SecretProps = { readonly name: string; readonly secret: string; readonly done: () => void };

/**
 * The text of a new key, which no screen can show again. The page asks before a person leaves the screen
 * without a copy.
 */
export function Secret({ name, secret, done }: SecretProps) {
  const [isCopied, setCopied] = useState(false);
  const [isDenied, deny] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useLayoutEffect(
    () => (isCopied ? undefined : askBeforeLeaving(() => confirm(words.leaveQuestion()))),
    [isCopied],
  );
  const copied = (): void => {
    setCopied(true);
    deny(false);
    announce(words.copied());
  };
  return (
    <div class="secret">
      <p>{words.made(name)}</p>
      <div class="actions">
        <input
          type="text"
          readOnly
          autoComplete="off"
          spellcheck={false}
          aria-label={words.secret()}
          value={secret}
          onCopy={copied}
        />
        <button
          type="button"
          ref={button}
          onClick={async () => ((await copy(secret)) ? copied() : deny(true))}
        >
          {words.copy()}
        </button>
        <button type="button" onClick={done}>
          {words.done()}
        </button>
      </div>
      {isCopied && <p>{words.copied()}</p>}
      {isDenied && <p role="status">{words.copyDenied()}</p>}
    </div>
  );
}
