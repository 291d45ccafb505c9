import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OutlineItem } from '../../../api.generated.ts';
import { Bars, Failure } from '../../components/loaded-part.tsx';
import type { RunOutline } from '../../data/runs/outline.ts';
import { hintOf } from '../../json/number-meaning.ts';
import { pathsTo, stepsOf } from '../../json/path.ts';
import { visible } from '../../json/text-direction.ts';
import * as words from '../../words/questions.ts';
import { moveOf, type Row, rowsOf } from './tree-model.ts';

type OutlineTreeProps = {
  readonly outline: RunOutline;
  /**
   * The path of the array or object that is open at first. The arrays and objects that contain it are open
   * too.
   */
  readonly opened: string;
  /** Called when a person selects a line. */
  readonly choose: (path: string) => void;
  /** Called when a person moves the focus to a line. */
  readonly visit?: (path: string) => void;
};

/** The document of a run as a tree, which loads a place when it is opened. */
export function OutlineTree({ outline, opened, choose, visit }: OutlineTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(pathsTo(opened)));
  const [active, setActive] = useState(opened);
  const [wantsFocus, wantFocus] = useState(false);
  const tree = useRef<HTMLDivElement>(null);
  useEffect(() => {
    outline.load('$');
    for (const each of open) outline.load(each);
  }, [outline, open]);
  const rows = rowsOf(outline.places.value, open);
  const items = rows.filter((row) => row.kind === 'item');
  const tabStop = items.some((row) => row.path === active) ? active : items[0]?.path;
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    const line = [...(tree.current?.children ?? [])].find(
      (each) => each instanceof HTMLElement && each.dataset.path === active,
    );
    if (!(line instanceof HTMLElement)) return;
    line.focus();
    wantFocus(false);
  });

  function turn(at: string, isOpen: boolean): void {
    const next = new Set(open);
    if (isOpen) next.delete(at);
    else next.add(at);
    setOpen(next);
    visit?.(at);
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A button inside a line of the tree handles Space and Enter itself.
    if (event.target instanceof HTMLButtonElement && /^( |Enter)$/.test(event.key)) return;
    const move = moveOf(event.key, rows, active);
    if (event.key === 'Enter') choose(active);
    else if (move?.focus !== undefined) {
      setActive(move.focus);
      wantFocus(true);
    } else if (move?.open !== undefined) turn(move.open, false);
    else if (move?.close !== undefined) turn(move.close, true);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={tree}
      class="outline"
      role="tree"
      aria-label={words.tree()}
      aria-describedby="tree-keys"
      onKeyDown={onKeyDown}
    >
      {rows.map((row) =>
        row.kind === 'item' ? (
          <Line
            key={row.path}
            row={row}
            isTabStop={row.path === tabStop}
            focused={() => setActive(row.path)}
            turn={() => turn(row.path, row.isOpen)}
            choose={() => choose(row.path)}
          />
        ) : (
          <Rest key={`${row.kind} ${row.path}`} row={row} outline={outline} />
        ),
      )}
      {rows.length === 0 && <Bars rows={6} />}
    </div>
  );
}

type LineProps = {
  readonly row: Extract<Row, { kind: 'item' }>;
  readonly isTabStop: boolean;
  readonly focused: () => void;
  readonly turn: () => void;
  readonly choose: () => void;
};

function Line({
  row: { path, level, item, canOpen, isOpen, position, size },
  isTabStop,
  ...does
}: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines.
    <div
      role="treeitem"
      data-path={path}
      aria-level={level}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={false}
      tabIndex={isTabStop ? 0 : -1}
      style={{ paddingLeft: `${(level - 1) * 18}px` }}
      title={path}
      onFocusIn={does.focused}
      onClick={canOpen ? does.turn : does.choose}
    >
      <span class="turn" aria-hidden="true">
        {canOpen ? (isOpen ? '▾' : '▸') : ''}
      </span>
      <code class="name">{visible(String(item.name ?? item.index))}</code> <Content item={item} path={path} />
      <button
        type="button"
        class="plain insert"
        tabIndex={-1}
        aria-label={words.chosen(path)}
        onClick={(event) => {
          event.stopPropagation();
          does.choose();
        }}
      >
        ⏎
      </button>
    </div>
  );
}

function Content({
  item: { type, value, count, bytes },
  path,
}: {
  readonly item: OutlineItem;
  readonly path: string;
}) {
  if (type === 'object' || type === 'array') {
    const [known, unknown] =
      type === 'object' ? [words.members, words.unknownMembers] : [words.elements, words.unknownElements];
    return (
      <span class="quiet">
        {count === undefined ? unknown() : known(count)} {words.size(bytes)}
      </span>
    );
  }
  if (value === undefined) return <span class="quiet">{words.long(bytes)}</span>;
  const hint = type === 'number' ? hintOf(stepsOf(path) ?? [], value) : undefined;
  return (
    <span class={`json ${type}`}>
      <code>{visible(value)}</code>
      {hint !== undefined && <span class="hint"> {hint}</span>}
    </span>
  );
}

type RestProps = { readonly row: Exclude<Row, { kind: 'item' }>; readonly outline: RunOutline };

/** The last line of an array or object whose items are only partly loaded. It loads the next items. */
function Rest({ row: { kind, path, level, place }, outline }: RestProps) {
  return (
    // Elements of a tree may only be items, and an item may contain a message or a button.
    <div role={kind === 'loading' ? 'none' : 'treeitem'} style={{ paddingLeft: `${level * 18}px` }}>
      {kind === 'loading' && <Bars rows={1} />}
      {kind === 'failed' && <Failure error={place.error} retry={() => outline.more(path)} />}
      {kind === 'more' && (
        <button type="button" onClick={() => outline.more(path)}>
          {words.more(place.items.length, place.count)}
        </button>
      )}
    </div>
  );
}
