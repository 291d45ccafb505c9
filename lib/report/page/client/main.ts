import { mountReport } from './mount.ts';

/** The script of the file: the report with a selected stretch of time in the address, after `#`. */
async function start(): Promise<void> {
  const live = document.querySelector('#live');
  let own: string | undefined;
  const { show } = await mountReport(document, document.querySelector('#data')?.textContent ?? '', {
    say: (text) => live?.replaceChildren(text),
    // A page in a sandbox may not change the history, but it may go to a part of itself.
    selected: (stretch) => {
      own = stretch;
      if (stretch !== stretchHere()) location.replace(`#t=${stretch ?? ''}`);
    },
  });
  const follow = (): void => {
    const stretch = stretchHere();
    if (stretch === own) return;
    own = stretch;
    show(stretch);
    if (stretch !== undefined) document.querySelector('.over-time')?.scrollIntoView();
  };
  follow();
  addEventListener('hashchange', follow);
  document.documentElement.dataset.ready = 'true';
}

const stretchHere = (): string | undefined => /^#t=(.+)$/.exec(location.hash)?.[1];

void start();
