import type { RefObject } from 'preact';
import { useImperativeHandle, useRef } from 'preact/hooks';
import type { DocumentProblem } from '../../../api.generated.ts';
import * as words from '../../words/start.ts';
import { indexAt, linesOf, wordLength } from './places.ts';

/** Moves the caret of the editor to a place of the document. */
export type EditorHandle = { readonly moveTo: (line: number, column: number) => void };

type EditorProps = {
  readonly text: string;
  readonly type: (text: string) => void;
  /** The problems of this text. Their places are marked. */
  readonly problems: readonly DocumentProblem[];
  readonly handle: RefObject<EditorHandle | null>;
};

/** The height of a line in CSS pixels, as in start.css. */
const lineHeight = 20;
const rows = { least: 12, most: 28 } as const;
/** The most marked problems. All problems are in the list. */
const marksMax = 100;

/**
 * A text field for a document, with line numbers and marked problems. The Tab key leaves the field, as in
 * every other field.
 */
export function Editor({ text, type, problems, handle }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const lines = linesOf(text);
  const follow = (): void => {
    const { scrollTop = 0, scrollLeft = 0 } = field.current ?? {};
    if (numbers.current !== null) numbers.current.style.transform = `translateY(${-scrollTop}px)`;
    if (marks.current !== null)
      marks.current.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  };
  useImperativeHandle(
    handle,
    () => ({
      moveTo(line, column) {
        const { current } = field;
        if (current === null) return;
        const index = indexAt(current.value, line, column);
        current.focus();
        current.setSelectionRange(index, index + wordLength(current.value, index));
        current.scrollTop = (line - 1) * lineHeight - current.clientHeight / 3;
        current.scrollLeft = 0;
        follow();
      },
    }),
    [],
  );
  const shown = problems.slice(0, marksMax);
  const errors = problems.some(({ severity }) => severity === 'error');
  return (
    <div class="editor mono">
      <div class="numbers" aria-hidden="true">
        <div ref={numbers}>
          {shown.map(({ line, severity }, at) => (
            <span key={at} class={severity} style={{ top: `${(line - 1) * lineHeight}px` }}>
              {severity === 'error' ? '✗' : '!'}
            </span>
          ))}
          <pre>{Array.from({ length: lines }, (_, at) => at + 1).join('\n')}</pre>
        </div>
      </div>
      <div class="text">
        <div class="marks" ref={marks} aria-hidden="true">
          {shown.map(({ line, column, severity }, at) => (
            <span
              key={at}
              class={severity}
              style={{
                top: `${(line - 1) * lineHeight}px`,
                left: `${column - 1}ch`,
                width: `${wordLength(text, indexAt(text, line, column))}ch`,
              }}
            />
          ))}
        </div>
        <textarea
          ref={field}
          value={text}
          wrap="off"
          rows={Math.min(rows.most, Math.max(rows.least, lines + 1))}
          aria-label={words.document()}
          aria-describedby="problems"
          aria-invalid={errors}
          placeholder={words.placeholder()}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          onInput={({ currentTarget: { value } }) => type(value)}
          onScroll={follow}
        />
      </div>
    </div>
  );
}
