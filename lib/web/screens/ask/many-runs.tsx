import { useEffect, useState } from 'preact/hooks';
import type { RunSummary } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { JsonTree } from '../../components/json-tree.tsx';
import { Failure, Part } from '../../components/loaded-part.tsx';
import { Moment } from '../../components/moment.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { type Answer, ask, type Question } from '../../data/runs/questions.ts';
import { useRunsOfTest } from '../../data/runs/summary.ts';
import { childrenOf, exact } from '../../json/exact.ts';
import { namesIn } from '../../json/number-meaning.ts';
import * as words from '../../words/questions.ts';

/** The most requests at the same time. */
const atOnce = 6;
/** The most values of one run that the page shows. */
const shownMax = 3;

type ManyRunsProps = {
  readonly test: number;
  readonly testName: string;
  readonly count: number;
  readonly question: Question;
};

/** Sends one question to the last runs of a test, a few runs at a time. */
export function ManyRuns({ test, testName, count, question }: ManyRunsProps) {
  const { key, ...runs } = useRunsOfTest(test, count);
  return (
    <section>
      <h2>{words.ofRuns(count, testName)}</h2>
      <Part of={runs} name={key} rows={6}>
        {(list) => (
          <Table key={`${question.q} ${question.all} ${question.dialect}`} runs={list} question={question} />
        )}
      </Part>
    </section>
  );
}

type Reply = Answer | { readonly error: unknown };

function Table({ runs, question }: { readonly runs: readonly RunSummary[]; readonly question: Question }) {
  const [replies, setReplies] = useState<ReadonlyMap<number, Reply>>(new Map());
  const [isStopped, stop] = useState(false);
  useEffect(() => {
    if (isStopped) return;
    const aborting = new AbortController();
    const left = runs.filter(({ id }) => !replies.has(id));
    const next = async (): Promise<void> => {
      for (let run = left.shift(); run !== undefined; run = left.shift()) {
        const { id } = run;
        const reply = await replyOf(id, question, aborting.signal);
        if (aborting.signal.aborted) return;
        setReplies((known) => new Map(known).set(id, reply));
      }
    };
    for (let n = 0; n < atOnce; n += 1) void next();
    return () => aborting.abort();
  }, [isStopped]);
  const isDone = replies.size >= runs.length;
  return (
    <>
      <p class="facts">
        {words.progress(replies.size, runs.length)}{' '}
        {!isDone && (
          <button type="button" onClick={() => stop(!isStopped)}>
            {isStopped ? words.goOn() : words.stop()}
          </button>
        )}
      </p>
      <table class="many-runs">
        <TableHead columns={[words.run(), words.started(), words.answer()]} />
        <tbody>
          {runs.map(({ id, start }) => (
            <tr key={id}>
              <td>
                <a href={addressOf('ask', { id }, { q: question.q, all: question.all ? 1 : undefined })}>
                  {id}
                </a>
              </td>
              <td>
                <Moment ms={start} />
              </td>
              <td>
                <Cell reply={replies.get(id)} question={question} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

async function replyOf(run: number, question: Question, signal: AbortSignal): Promise<Reply> {
  try {
    return await ask(run, question, signal);
  } catch (error) {
    return { error };
  }
}

function Cell({ reply, question }: { readonly reply: Reply | undefined; readonly question: Question }) {
  if (reply === undefined) return <span class="quiet">…</span>;
  if ('error' in reply) return <Failure error={reply.error} />;
  if ('reason' in reply) return <span class="quiet">{reply.reason}</span>;
  const whole = exact(reply.text);
  const isNone = reply.text === 'null' || reply.text === '[]';
  if (isNone) return <span class="quiet">{words.none()}</span>;
  const { children, count } = question.all
    ? childrenOf(whole, shownMax)
    : { children: [{ name: 0, ...whole }], count: 1 };
  return (
    <>
      {children.map((child) => (
        <span key={child.name} class="value">
          <JsonTree value={child} names={namesIn(question.q)} />{' '}
        </span>
      ))}
      {count > children.length && <span class="quiet">{words.further(count - children.length)}</span>}
    </>
  );
}
