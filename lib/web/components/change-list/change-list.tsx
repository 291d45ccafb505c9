import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Change } from '../../../api.generated.ts';
import { idsText } from '../../addresses/ids.ts';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { sidesOf } from '../../data/changes.ts';
import { type Decision, decide, decisions, sendDecisions, undo } from '../../data/decisions.ts';
import { useMe } from '../../data/rights.ts';
import { mayChange } from '../../data/sign-in/may-change.ts';
import * as words from '../../words/changes.ts';
import { announce } from '../announce.ts';
import { Failure, Silence } from '../loaded-part.tsx';
import { Moment } from '../moment.tsx';
import { useShown } from '../still-shown.ts';
import { levelOf, seriesKind, seriesName } from './change-facts.ts';

type ChangeListProps = {
  readonly changes: readonly Change[];
  /** True when each change shows the name of its test. */
  readonly withTest: boolean;
};

/**
 * A list of changes, in which a person confirms or dismisses each. The list is one tab stop, and keys move
 * and decide in it.
 */
export function ChangeList({ changes, withTest }: ChangeListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [error, fail] = useState<unknown>();
  const [comparing, isComparing] = useState(false);
  const shown = useShown();
  const me = useMe().value;
  const mayJudge = ({ testOwner }: Change): boolean => mayChange(me, testOwner);
  useEffect(() => {
    const sendIfHidden = (): void => {
      if (document.visibilityState === 'hidden') sendDecisions();
    };
    document.addEventListener('visibilitychange', sendIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', sendIfHidden);
      sendDecisions();
    };
  }, []);
  const at = Math.min(active, changes.length - 1);
  const focus = (index: number): void => {
    const next = Math.min(Math.max(index, 0), changes.length - 1);
    setActive(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  // A decision replaces the focused button, and may remove the change from the list. The focus must then move
  // to another element.
  const hadFocus = list.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focus(at);
  });
  const compare = async ({ dataset: { testId, runId } }: Change): Promise<void> => {
    fail(undefined);
    isComparing(true);
    try {
      const sides = await sidesOf(testId, runId);
      if (!shown.current) return;
      if (typeof sides === 'string') fail(new Error(words.cannotCompare[sides]));
      else go(addressOf('compare', {}, { base: idsText(sides.before), new: idsText(sides.after) }));
    } catch (cause) {
      fail(cause);
    } finally {
      isComparing(false);
    }
  };
  const decideAt = (index: number, kind: Decision['kind']): void => {
    const change = changes[index];
    if (change === undefined) return;
    decide(change, kind);
    announce(words.decided(kind, 'waiting'));
  };

  function onKeyDown(event: TargetedKeyboardEvent<HTMLLIElement>): void {
    const change = changes[at];
    if (event.ctrlKey || event.metaKey || event.altKey || change === undefined) return;
    if (event.key === 'ArrowDown') focus(at + 1);
    else if (event.key === 'ArrowUp') focus(at - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(changes.length - 1);
    else if (mayJudge(change) && (event.key === 'y' || event.key === 'n')) {
      decideAt(at, event.key === 'y' ? 'confirm' : 'dismiss');
      focus(at + 1);
    } else if (event.key === 'u') undo(change.id);
    else if (event.key === 'o') go(addressOf('run', { id: change.dataset.runId }));
    else if (event.key === 'c') void compare(change);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <p class="quiet keys" id="change-keys">
        {words.keys(changes.some(mayJudge))}
      </p>
      {comparing && <Silence />}
      {error !== undefined && <Failure error={error} />}
      <ul ref={list} class="changes" aria-describedby="change-keys">
        {changes.map((change, index) => (
          <Line
            key={change.id}
            change={change}
            decision={pendingDecision(change, decisions.value.get(change.id))}
            withTest={withTest}
            mayJudge={mayJudge(change)}
            isTabStop={index === at}
            focused={() => setActive(index)}
            onKey={onKeyDown}
            decide={(kind) => decideAt(index, kind)}
            compare={() => void compare(change)}
          />
        ))}
      </ul>
    </>
  );
}

/**
 * The decision that a change in the list shows while the server does not have it yet. A confirmation ends
 * when the loaded list contains it.
 */
const pendingDecision = ({ confirmed }: Change, decision: Decision | undefined): Decision | undefined =>
  confirmed && decision?.step === 'sent' && decision.kind === 'confirm' ? undefined : decision;

type LineProps = {
  readonly change: Change;
  readonly decision: Decision | undefined;
  readonly withTest: boolean;
  /** True when the person may confirm and dismiss the change. */
  readonly mayJudge: boolean;
  readonly isTabStop: boolean;
  readonly focused: () => void;
  readonly onKey: (event: TargetedKeyboardEvent<HTMLLIElement>) => void;
  readonly decide: (kind: Decision['kind']) => void;
  readonly compare: () => void;
};

function Line({ change, decision, withTest, mayJudge, isTabStop, ...does }: LineProps) {
  const { variable, dataset, before, after, timestamp, confidence, description, explanation } = change;
  const kind = seriesKind(change);
  const levels = [before && levelOf(before), levelOf(after)].map(
    (level) => level !== undefined && words.amount(level, kind),
  );
  const series = seriesName(change);
  return (
    <li
      tabIndex={isTabStop ? 0 : -1}
      class={decision && 'decided'}
      onFocusIn={does.focused}
      onKeyDown={does.onKey}
    >
      <p class="head" id={headOf(change)}>
        <span class="mark" aria-hidden="true">
          ◆
        </span>
        {withTest && <a href={addressOf('test', { id: dataset.testId })}>{change.testName}</a>}
        <strong>{variable.name}</strong>
        {series !== '' && <span>{series}</span>}
        <span>{words.fromTo(levels[0] || undefined, levels[1] || '')}</span>
        {before !== undefined && <strong>{words.difference(levelOf(before), levelOf(after))}</strong>}
        <a href={addressOf('run', { id: dataset.runId })}>{words.run(dataset.runId)}</a>
        <Moment ms={timestamp} />
        <span class="quiet">{change.confirmed ? words.isConfirmed() : words.isOpen()}</span>
      </p>
      <p class="quiet">
        {description === undefined || description === explanation
          ? words.inUnits(explanation, kind)
          : description}
        {confidence !== undefined && ` (${words.sure(confidence)})`}
      </p>
      <Decide change={change} decision={decision} mayJudge={mayJudge} {...does} />
    </li>
  );
}

/** The id of the element that describes a change. Screen readers read it with each button of the change. */
const headOf = ({ id }: Change): string => `change-${id}`;

function Decide({
  change,
  decision,
  mayJudge,
  decide,
  compare,
}: Pick<LineProps, 'change' | 'decision' | 'mayJudge' | 'decide' | 'compare'>) {
  if (decision !== undefined)
    return (
      <div class="actions">
        <span>{words.decided(decision.kind, decision.step)}</span>
        {(decision.step === 'waiting' || decision.step === 'failed') && (
          <button type="button" onClick={() => undo(change.id)}>
            {words.undo()}
          </button>
        )}
        {decision.step === 'sending' && <Silence />}
        {decision.error !== undefined && (
          <Failure error={decision.error} retry={() => decide(decision.kind)} />
        )}
      </div>
    );
  return (
    <p class="actions">
      {mayJudge && !change.confirmed && (
        <button type="button" aria-describedby={headOf(change)} onClick={() => decide('confirm')}>
          {words.confirm()}
        </button>
      )}
      {mayJudge && (
        <button type="button" aria-describedby={headOf(change)} onClick={() => decide('dismiss')}>
          {words.dismiss()}
        </button>
      )}
      <button type="button" class="plain" aria-describedby={headOf(change)} onClick={compare}>
        {words.compare()}
      </button>
    </p>
  );
}
