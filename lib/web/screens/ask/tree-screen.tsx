import { useEffect, useMemo } from 'preact/hooks';
import { amend, go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { isRunId, NoRun } from '../../components/no-run.tsx';
import { openOutline } from '../../data/runs/outline.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as words from '../../words/questions.ts';
import { OutlineTree } from './outline-tree.tsx';

/** The screen with the whole document of a run as a tree. The address has the path that was opened last. */
export function Screen({ address: { query }, parameters: { id = '' } }: ScreenProps) {
  return isRunId(id) ? <Tree id={Number(id)} query={query} /> : <NoRun id={id} />;
}

type TreeProps = { readonly id: number; readonly query: URLSearchParams };

function Tree({ id, query }: TreeProps) {
  const outline = useMemo(() => openOutline(id), [id]);
  useEffect(() => () => outline.close(), [outline]);
  return (
    <>
      <h1>{words.documentTitle(id)}</h1>
      <p class="links">
        <a href={addressOf('run', { id })}>{words.openRun(id)}</a>{' '}
        <a href={addressOf('ask', { id })}>{words.openQuestions()}</a>
      </p>
      <p class="quiet keys" id="tree-keys">
        {words.treeHelpAlone()}
      </p>
      <OutlineTree
        outline={outline}
        opened={query.get('path') ?? '$'}
        choose={(place) => go(addressOf('ask', { id }, { q: place, all: 1 }))}
        visit={(place) => amend({ path: place })}
      />
    </>
  );
}
