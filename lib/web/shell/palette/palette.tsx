import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { address, go } from '../../addresses/router.ts';
import { loginAddress } from '../../addresses/table.ts';
import { copy } from '../../components/copy.ts';
import { fieldLengthMax } from '../../components/field-length.ts';
import { Failure } from '../../components/loaded-part.tsx';
import { isUtc, nowOfDay } from '../../components/moment.tsx';
import { isSignedIn } from '../../data/session.ts';
import * as words from '../../words/palette.ts';
import { leave } from '../leave.ts';
import { look } from '../look.ts';
import { type Meaning, meaningOf } from './meaning.ts';
import { type Result, resultsOf, type Situation } from './results.ts';
import { useFound } from './use-found.ts';

export type PaletteProps = {
  /** The text that the person typed while the code of the palette was loading. */
  readonly begun: string;
  readonly close: () => void;
};

/** A dialog that finds records, screens and actions by a text, and leads to them. */
export function Palette({ begun, close }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(begun);
  const [chosen, choose] = useState<string>();
  const [note, setNote] = useState('');
  /**
   * The text with which the person pressed Enter before its results came. The selected result then opens at
   * once.
   */
  const [entered, enter] = useState<string>();
  const meaning = meaningOf(text, nowOfDay(), isUtc());
  const found = useFound(meaning);
  const results = resultsOf(meaning, situation(), found);
  const at = Math.max(
    0,
    results.findIndex(({ key }) => key === chosen),
  );
  const present = results[at];
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [present?.key]);

  const use = (result: Result, isTab: boolean): void => {
    const act = 'act' in result ? result.act : undefined;
    if (act === 'copy') {
      void copy(location.href).then((is) => setNote(is ? words.copied() : words.notCopied()));
      return;
    }
    if (act !== undefined && act !== 'signOut') {
      look.value = act;
      setNote(words.looks[act]);
      return;
    }
    // The dialog is closed before the action, so that the browser returns the focus to the element that had
    // it.
    dialog.current?.close();
    if ('act' in result) void leave();
    else if (isTab) open(result.href, '_blank', 'noopener');
    else go(result.href);
  };
  useEffect(() => {
    if (entered !== text || found === undefined) return;
    enter(undefined);
    if (present !== undefined) use(present, false);
  }, [entered, found]);

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
    // A key in the dialog must not trigger the keys of the screen or of the browser.
    event.stopPropagation();
    const { key, ctrlKey, metaKey, target } = event;
    const isChord = ctrlKey || metaKey;
    if (event.isComposing) return;
    if (key === 'Enter' && target instanceof HTMLInputElement) {
      if (present !== undefined) use(present, isChord);
      else enter(text);
    } else if (isChord && key.toLowerCase() === 'k') dialog.current?.close();
    else if (key === 'ArrowDown') choose(results[(at + 1) % results.length]?.key);
    else if (key === 'ArrowUp') choose(results.at(at - 1)?.key);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={words.title()}
      onClose={close}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <div class="content">
        <div class="line">
          <input
            type="text"
            role="combobox"
            maxLength={fieldLengthMax}
            value={text}
            aria-label={words.title()}
            placeholder={words.placeholder()}
            aria-expanded={results.length > 0}
            aria-controls="found"
            aria-autocomplete="list"
            aria-activedescendant={present && `found-${at}`}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              choose(undefined);
              setNote('');
            }}
          />
          <button type="button" class="plain" onClick={() => dialog.current?.close()}>
            {words.close()}
          </button>
        </div>
        <div id="found" role="listbox" aria-label={words.results()} hidden={results.length === 0}>
          {results.map((result, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            <div
              key={result.key}
              id={`found-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={({ ctrlKey, metaKey }) => use(result, ctrlKey || metaKey)}
            >
              <span class="name">{result.name}</span> <span class="detail quiet">{result.detail}</span>{' '}
              <span class="kind quiet">{words.kinds[result.kind]}</span>
            </div>
          ))}
        </div>
        <p class="quiet" role="status">
          {note || statusOf(meaning, text, results, found !== undefined)}
        </p>
        {found?.error !== undefined && <Failure error={found.error} />}
      </div>
    </dialog>
  );
}

function statusOf({ kind }: Meaning, text: string, results: readonly Result[], isComplete: boolean): string {
  if (kind === 'expression') return results.length === 0 ? words.tooLong() : words.found(results.length);
  if (!isComplete) return words.searching();
  // A result of the kind `search` exists for every text. So a list with nothing else counts as empty.
  const isNothing = results.every((each) => each.kind === 'search');
  return isNothing ? words.nothing(text.trim()) : words.found(results.length);
}

/** The facts about the page on which results depend. */
function situation(): Situation {
  const { path, found } = address.value;
  const run =
    found !== undefined && ['run', 'ask', 'tree'].includes(found.screen) ? found.parameters.id : undefined;
  return {
    path,
    ...(run !== undefined && { run }),
    nowMs: nowOfDay(),
    isUtc: isUtc(),
    isSignedIn: isSignedIn.value,
    look: look.value,
    signIn: loginAddress(path + location.search),
  };
}
