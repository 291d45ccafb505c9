import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Choice } from '../../components/choice.tsx';
import { fieldLengthMax } from '../../components/field-length.ts';
import type { RunOutline } from '../../data/runs/outline.ts';
import type { Question } from '../../data/runs/questions.ts';
import * as words from '../../words/questions.ts';
import { completed, methods, namesFor, typedAt } from './completion.ts';

type QuestionFormProps = {
  /** The present question, which the address contains. */
  readonly question: Question;
  readonly text: string;
  readonly type: (text: string) => void;
  readonly ask: (question: Question) => void;
  readonly outline: RunOutline;
  /** True: Downpour made the document. */
  readonly hasReport: boolean;
};

/** A form for a query: the expression, which completes names of this document, and options. */
export function QuestionForm({ question, text, type, ask, outline, hasReport }: QuestionFormProps) {
  const [all, setAll] = useState(question.q === '' || question.all);
  const [dialect, setDialect] = useState(question.dialect);
  useLayoutEffect(() => {
    if (question.q === '') return;
    setAll(question.all);
    setDialect(question.dialect);
  }, [question.q, question.all, question.dialect]);
  const submit = (): void => {
    if (text.trim() !== '') ask({ q: text.trim(), all, ...(dialect !== undefined && { dialect }) });
  };
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Expression text={text} type={type} submit={submit} outline={outline} hasReport={hasReport} />
      <label class="check">
        <input
          type="checkbox"
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />{' '}
        {words.all()}
      </label>
      <Choice
        label={words.language()}
        value={dialect ?? ''}
        options={Object.entries(words.languages)}
        choose={(value) => setDialect(value === 'jsonpath' || value === 'sql' ? value : undefined)}
      />
      <button type="submit">{words.ask()}</button>
    </form>
  );
}

type ExpressionProps = Pick<QuestionFormProps, 'text' | 'type' | 'outline' | 'hasReport'> & {
  readonly submit: () => void;
};

/** A text field of one line that grows with its text. It completes the names of the document. */
function Expression({ text, type, submit, outline, hasReport }: ExpressionProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isListed, list] = useState(false);
  const [chosen, choose] = useState(-1);
  const typed = isListed ? typedAt(text) : undefined;
  useEffect(() => {
    if (typed?.place !== undefined) outline.load(typed.place);
  }, [typed?.place]);
  const names = typed === undefined ? [] : namesFor(typed.prefix, namesOf(outline, typed.place));
  const use = (name: string): void => {
    if (typed !== undefined) type(completed(text, typed, name));
    choose(-1);
    field.current?.focus();
  };

  function onKeyDown(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
    const name = names[chosen];
    if (event.key === 'Enter' && !event.shiftKey) {
      if (name === undefined) {
        list(false);
        submit();
      } else use(name);
    } else if (event.key === 'Tab' && name !== undefined) use(name);
    else if (event.key === 'Escape' && names.length > 0) list(false);
    else if (event.key === 'ArrowDown' && names.length > 0) choose((chosen + 1) % names.length);
    else if (event.key === 'ArrowUp' && names.length > 0)
      choose((Math.max(chosen, 0) + names.length - 1) % names.length);
    else return;
    event.preventDefault();
  }

  return (
    <div class="expression">
      <textarea
        ref={field}
        class="mono"
        maxLength={fieldLengthMax}
        rows={Math.min(8, text.split('\n').length)}
        value={text}
        aria-label={words.field()}
        placeholder={words.placeholder(hasReport)}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        aria-controls="names"
        aria-autocomplete="list"
        aria-activedescendant={names[chosen] === undefined ? undefined : `name-${chosen}`}
        onInput={({ currentTarget: { value } }) => {
          type(value);
          list(true);
          choose(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => list(false)}
      />
      <div id="names" class="names" role="listbox" aria-label={words.names()} hidden={names.length === 0}>
        {names.map((name, at) => (
          <div
            key={name}
            id={`name-${at}`}
            role="option"
            aria-selected={at === chosen}
            tabIndex={-1}
            onPointerDown={(event) => {
              event.preventDefault();
              use(name);
            }}
          >
            <code>{name}</code>
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * The names that may complete a text: the members of the value at a path and the methods for it. Without a
 * path: all names that are loaded.
 */
function namesOf({ places }: RunOutline, place: string | undefined): readonly string[] {
  const listed = place === undefined ? [...places.value.values()] : [places.value.get(place)];
  const names = listed.flatMap((each) => each?.items.flatMap(({ name }) => name ?? []) ?? []);
  return place === undefined ? names : [...names, ...methods];
}
