import { useEffect, useState } from 'preact/hooks';
import { addressMax } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { copy } from '../../components/copy.ts';
import { Download } from '../../components/download.tsx';
import { JsonTree } from '../../components/json-tree.tsx';
import { Pointed } from '../../components/mistake/pointed.tsx';
import { type Answer, answerUrl, type Question } from '../../data/runs/questions.ts';
import { childrenOf, exact } from '../../json/exact.ts';
import { namesIn } from '../../json/number-meaning.ts';
import * as words from '../../words/questions.ts';

/** The most values of an answer that the page shows. */
const shownMax = 500;

type AnswersProps = {
  readonly run: number;
  readonly question: Question;
  readonly answer: Answer;
  /** Bytes of the document. Absent: unknown yet. */
  readonly size: number | undefined;
  readonly type: (text: string) => void;
};

/** The answer to a question, with its cost. */
export function Answers({ run, question, answer, size, type }: AnswersProps) {
  if ('reason' in answer)
    return (
      <div class="failure" role="alert">
        <p>{words.mistake()}</p>
        <Pointed text={question.q} reason={answer.reason} type={type} />
      </div>
    );
  const { text, explain } = answer;
  const whole = exact(text);
  const isNone = text === 'null' || text === '[]';
  const { children, count } = question.all
    ? childrenOf(whole, shownMax)
    : { children: isNone ? [] : [{ name: 0, ...whole }], count: isNone ? 0 : 1 };
  const names = namesIn(question.q);
  return (
    <section aria-labelledby="answer">
      <h2 id="answer" class="aside">
        {words.asked()}
      </h2>
      <Spoken text={words.matches(count)} />
      <div class="facts">
        <p>
          <strong>{words.matches(count)}</strong>
          {explain !== undefined && (
            <span class="quiet">
              {' '}
              {words.cost(explain.way, explain.bytesRead, size, explain.milliseconds)} ·{' '}
              {words.dialect(explain.dialect)}
            </span>
          )}
        </p>
        <Actions run={run} question={question} text={text} />
      </div>
      {count === 0 && <p>{words.noMatchHelp()}</p>}
      <ol class="answers">
        {children.map((child) => (
          <li key={child.name}>
            <JsonTree value={child} names={names} isOpen={count === 1} />
          </li>
        ))}
      </ol>
      {count > children.length && <p>{words.shownOf(children.length, count)}</p>}
    </section>
  );
}

/** Announces the result once for screen readers. */
function Spoken({ text }: { readonly text: string }) {
  useEffect(() => announce(text), [text]);
  return null;
}

function Actions({
  run,
  question,
  text,
}: Pick<AnswersProps, 'run' | 'question'> & { readonly text: string }) {
  return (
    <p class="actions">
      {location.href.length > addressMax ? (
        <span class="quiet">{words.noLink()}</span>
      ) : (
        <CopyButton word={words.copyLink()} text={() => location.href} />
      )}
      <CopyButton word={words.copyAnswer()} text={() => text} />
      <DownloadButton run={run} question={question} />
    </p>
  );
}

function CopyButton({ word, text }: { readonly word: string; readonly text: () => string }) {
  const [result, setResult] = useState<string>();
  const press = async (): Promise<void> => {
    const said = (await copy(text())) ? words.copied() : words.notCopied();
    setResult(said);
    announce(said);
  };
  return (
    <button type="button" onClick={() => void press()}>
      {result ?? word}
    </button>
  );
}

/**
 * A button that downloads the whole answer as a file. It first requests a URL for the file, because a link
 * cannot send the API key.
 */
function DownloadButton({ run, question }: Pick<AnswersProps, 'run' | 'question'>) {
  return (
    <Download
      prepare={() => answerUrl(run, question)}
      fileName={`run-${run}.json`}
      words={{ ask: words.download(), preparing: words.preparing(), ready: words.downloadReady() }}
    />
  );
}
