import { mountReport } from './mount-report.ts';

/** The script of a report file. It shows the time range that the address has after `#`. */
async function start(): Promise<void> {
  const live = document.querySelector('#live');
  let own: string | undefined;
  const { show } = await mountReport(document, document.querySelector('#data')?.textContent ?? '', {
    say: (text) => live?.replaceChildren(text),
    // A page in a sandbox may not change the browser's history, but it may go to an anchor (`#...`) of
    // itself.
    selected: (selection) => {
      own = selection;
      if (selection !== selectionHere()) location.replace(`#t=${selection ?? ''}`);
    },
  });
  const follow = (): void => {
    const selection = selectionHere();
    if (selection === own) return;
    own = selection;
    show(selection);
    if (selection !== undefined) document.querySelector('.over-time')?.scrollIntoView();
  };
  follow();
  addEventListener('hashchange', follow);
  document.documentElement.dataset.ready = 'true';
}

const selectionHere = (): string | undefined => /^#t=(.+)$/.exec(location.hash)?.[1];

void start();
