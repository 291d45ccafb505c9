import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError } from '../../../client/index.ts';
import { amend } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { useDraft } from '../../components/drafts.ts';
import { Part } from '../../components/loaded-part.tsx';
import { isRunId, NoRun } from '../../components/no-run.tsx';
import { reload, useLoaded } from '../../data/cache.ts';
import { openOutline } from '../../data/runs/outline.ts';
import { ask, type Question } from '../../data/runs/questions.ts';
import { useRunSummary } from '../../data/runs/summary.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as words from '../../words/questions.ts';
import { Answers } from './answers.tsx';
import { labelLinks } from './label-links.ts';
import { ManyRuns } from './many-runs.tsx';
import { OutlineTree } from './outline-tree.tsx';
import { QuestionForm } from './question-form.tsx';

const lastRuns = 30;
const recentMax = 6;

/** The questions since the page was loaded, the last one first. */
const recent = signal<readonly string[]>([]);

/**
 * The screen on which a person queries a run: the question, its answer and cost, and a tree of the document.
 */
export function Screen({ address: { query }, parameters: { id = '' } }: ScreenProps) {
  return isRunId(id) ? <Questions id={Number(id)} query={query} /> : <NoRun id={id} />;
}

type QuestionsProps = { readonly id: number; readonly query: URLSearchParams };

function Questions({ id, query }: QuestionsProps) {
  const question = questionOf(query);
  const [text, setText] = useDraft(question.q, 'question');
  const outline = useMemo(() => openOutline(id), [id]);
  useEffect(() => () => outline.close(), [outline]);
  const { key: summaryKey, ...summary } = useRunSummary(id);
  const isMany = query.get('runs') !== null;
  const key = `answer ${id} ${question.all} ${question.dialect} ${question.q}`;
  const answer = useLoaded(question.q === '' || isMany ? undefined : key, (abort) =>
    ask(id, question, abort),
  );
  const isWrong = !isMany && answer.value !== undefined && 'reason' in answer.value;
  const pose = (asked: Question): void => {
    recent.value = [asked.q, ...recent.value.filter((each) => each !== asked.q)].slice(0, recentMax);
    const isSame = JSON.stringify(asked) === JSON.stringify(question);
    if (isSame && answer.error !== undefined) reload(key);
    else amend({ q: asked.q, all: asked.all ? 1 : '', dialect: asked.dialect ?? '' }, { push: true });
  };
  const run = summary.value;
  // Until the summary of the run arrives, the page assumes a run with a report, as most runs are. So its
  // parts rarely move later.
  const hasReport = run === undefined || run.outcome !== undefined;
  if (summary.error instanceof ApiError && summary.error.status === 404) return <NoRun id={id} />;
  return (
    <>
      <h1>{words.title(id)}</h1>
      <p class="links">
        <a href={addressOf('run', { id })}>{words.openRun(id)}</a>{' '}
        {run?.testname && <a href={addressOf('test', { id: run.testid })}>{run.testname}</a>}{' '}
        <a href={addressOf('tree', { id })}>{words.openDocument()}</a>
      </p>
      <QuestionForm
        question={question}
        text={text}
        type={setText}
        ask={pose}
        outline={outline}
        hasReport={hasReport}
      />
      <Suggestions choose={setText} hasReport={hasReport} />
      {question.q !== '' && !isMany && (
        <Part of={answer} name={key} rows={4}>
          {(found) => (
            <Answers
              key={key}
              run={id}
              question={question}
              answer={found}
              size={sizeOf(outline)}
              type={setText}
            />
          )}
        </Part>
      )}
      {question.q !== '' && run !== undefined && !isWrong && (
        <p class="actions">
          <button type="button" onClick={() => amend({ runs: isMany ? '' : lastRuns }, { push: true })}>
            {isMany ? words.askOne() : words.askLast(lastRuns)}
          </button>
          {labelLinks(run.schemas, question).map(({ id: schema, name, href }) => (
            <a key={schema} href={href}>
              {words.makeLabel(name)}
            </a>
          ))}
        </p>
      )}
      {question.q !== '' && isMany && (
        <Part of={summary} name={summaryKey}>
          {({ testid, testname }) => (
            <ManyRuns test={testid} testName={testname ?? ''} count={countOf(query)} question={question} />
          )}
        </Part>
      )}
      <section>
        <h2>{words.tree()}</h2>
        <p class="quiet keys" id="tree-keys">
          {words.treeHelp()}
        </p>
        <OutlineTree outline={outline} opened="$" choose={setText} />
      </section>
    </>
  );
}

function questionOf(query: URLSearchParams): Question {
  const dialect = query.get('dialect');
  return {
    q: query.get('q') ?? '',
    all: query.get('all') === '1',
    ...((dialect === 'jsonpath' || dialect === 'sql') && { dialect }),
  };
}

const countOf = (query: URLSearchParams): number =>
  Math.min(100, Math.max(1, Number(query.get('runs')) || lastRuns));

/** The approximate size of the document in bytes: the sum of the members that are loaded. */
function sizeOf({ places }: ReturnType<typeof openOutline>): number | undefined {
  const root = places.value.get('$');
  if (root === undefined || root.next !== undefined || root.items.length === 0) return undefined;
  return root.items.reduce((sum, { bytes, name = '' }) => sum + bytes + name.length + 4, 2);
}

type SuggestionsProps = {
  readonly choose: (text: string) => void;
  /** True: Downpour made the document, so the examples find something in it. */
  readonly hasReport: boolean;
};

function Suggestions({ choose, hasReport }: SuggestionsProps) {
  return (
    <div class="suggestions">
      {recent.value.length > 0 && (
        <p>
          <span class="quiet">{words.recent()}: </span>
          {recent.value.map((text) => (
            <button key={text} type="button" class="plain mono" title={text} onClick={() => choose(text)}>
              {text}
            </button>
          ))}
        </p>
      )}
      {hasReport && (
        <p>
          <span class="quiet">{words.examples()}: </span>
          {words.exampleQuestions.map(([text, meaning]) => (
            <button key={text} type="button" class="plain" title={text} onClick={() => choose(text)}>
              {meaning}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
