import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../components/announce.ts';
import { useKeptText } from '../../components/drafts.ts';
import { Bars, Failure, Part } from '../../components/loaded-part.tsx';
import { Restored } from '../../components/restored.tsx';
import { isRefusal } from '../../data/burst/judge-document.ts';
import { judge } from '../../data/burst/start.ts';
import { useLoaded } from '../../data/cache.ts';
import { useMe } from '../../data/rights.ts';
import { isSignedIn } from '../../data/session.ts';
import * as words from '../../words/start.ts';
import { type Check, useCheck } from './check.ts';
import { pathFor, textOf } from './chosen-files.ts';
import { Editor, type EditorHandle } from './editor.tsx';
import { Files, Parameters } from './needs.tsx';
import { Plan } from './plan.tsx';
import { Problems } from './problems.tsx';
import { whyNot } from './readiness.ts';
import { Schedule } from './schedule.tsx';
import type { StartProps } from './sending.tsx';
import { Start } from './start.tsx';
import { WaysIn } from './ways-in.tsx';

/** The screen on which a person writes a benchmark document and starts it. It shows problems and the plan. */
export function Screen() {
  const me = useMe();
  const mayStart = me.value?.scopes.includes('drive');
  return (
    <>
      <h1>{words.title()}</h1>
      {!isSignedIn.value || mayStart === false ? (
        <NoRight />
      ) : mayStart === undefined ? (
        <Part of={me} name="me" rows={12}>
          {() => null}
        </Part>
      ) : (
        <Writing />
      )}
    </>
  );
}

/** The refusal of the API for a person who may start nothing. */
function NoRight() {
  const { error } = useLoaded('right to start', (signal) =>
    judge({ document: '{}', parameters: {} }, signal),
  );
  return error === undefined ? <Bars rows={1} /> : <Failure error={error} />;
}

function Writing() {
  const [text, type, isRestored] = useKeptText('start');
  const [before, keepBefore] = useState<string>();
  const [unreadable, setUnreadable] = useState<string>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const editor = useRef<EditorHandle>(null);
  const check = useCheck(text, values);
  const { order, needs } = check;
  useSpeech(check);

  const use = (next: string): void => {
    keepBefore(text.trim() === '' ? undefined : text);
    setUnreadable(undefined);
    type(next);
  };
  const open = async (file: File): Promise<void> => {
    const found = await textOf(file);
    if (found === undefined) setUnreadable(words.unreadable(file.name));
    else use(found);
  };
  const choose = (path: string, file: File): void => setFiles(new Map([...files, [path, file]]));
  const drop = async (dropped: readonly File[]): Promise<void> => {
    const chosen = new Map(files);
    for (const file of dropped) {
      const path = pathFor(file.name, needs.files);
      if (path === undefined) await open(file);
      else chosen.set(path, file);
    }
    setFiles(chosen);
  };
  useDrop(drop);
  const start: StartProps = {
    order,
    files: new Map(needs.files.flatMap((path) => (files.has(path) ? [[path, files.get(path)!]] : []))),
    check,
    reason: whyNot({ text, check, needed: needs.files, files, isSecure: isSecureContext }),
  };
  const problems = check.isPresent ? (check.judgement?.problems ?? []) : [];
  return (
    <div class="start">
      <WaysIn use={use} open={open} />
      {isRestored && <Restored discard={() => use('')} />}
      {unreadable !== undefined && <p role="alert">{unreadable}</p>}
      {before !== undefined && (
        <p role="status">
          {words.replaced()}{' '}
          <button
            type="button"
            onClick={() => {
              type(before);
              keepBefore(undefined);
            }}
          >
            {words.restore()}
          </button>
        </p>
      )}
      <div class="writing">
        <Editor
          text={text}
          type={(next) => {
            keepBefore(undefined);
            type(next);
          }}
          problems={problems}
          handle={editor}
        />
        <div class="judged">
          <section aria-labelledby="problems">
            <h2 id="problems">{headOf(text, check)}</h2>
            {check.error !== undefined && check.isPresent && (
              <Failure error={check.error} retry={check.again} />
            )}
            <Problems problems={problems} moveTo={(line, column) => editor.current?.moveTo(line, column)} />
          </section>
          <Parameters
            parameters={needs.parameters}
            values={values}
            set={(name, value) => setValues({ ...values, [name]: value })}
          />
          <Files needed={needs.files} chosen={files} choose={choose} />
          <Start {...start} />
          <Schedule {...start} />
        </div>
      </div>
      {check.judgement !== undefined && !isRefusal(check.judgement) && <Plan forecast={check.judgement} />}
    </div>
  );
}

/**
 * Accepts files that a person drops anywhere on the page. Otherwise the browser would open the file in place
 * of the page.
 */
function useDrop(take: (files: readonly File[]) => Promise<void>): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        const dropped = [...(event.dataTransfer?.files ?? [])];
        if (dropped.length === 0) return;
        event.preventDefault();
        void latest.current(dropped);
      },
      { signal },
    );
    return () => over.abort();
  }, []);
}

/** The heading above the list of problems, with their number. */
function headOf(text: string, check: Check): string {
  if (text.trim() === '') return words.reasons.empty;
  if (!check.isPresent) return words.checking();
  if (check.judgement === undefined) return words.reasons.failed;
  return countOf(check);
}

function countOf({ judgement }: Check): string {
  const problems = judgement?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return words.problems(errors, problems.length - errors);
}

/** Announces the number of problems, when it has changed. */
function useSpeech(check: Check): void {
  const count = check.isPresent && check.judgement !== undefined ? countOf(check) : undefined;
  const spoken = useRef<string>(undefined);
  useEffect(() => {
    if (count === undefined || count === spoken.current) return;
    spoken.current = count;
    announce(count);
  }, [count]);
}
