import { effect } from '@preact/signals';
import { render } from 'preact';
import { startRouter } from './addresses/router.ts';
import { Failure } from './components/loaded-part.tsx';
import { silentAfterMs } from './data/answer-timeout.ts';
import { forgetAll, startRefreshing } from './data/cache.ts';
import { checkVersion, loadServer } from './data/server-version.ts';
import { heldKey, startSession } from './data/session.ts';
import { screens } from './screens.ts';
import './shared-modules.ts';
import { Frame } from './shell/frame.tsx';
import { startKeepingFocus } from './shell/keep-focus.ts';
import { startKeepingScroll } from './shell/keep-scroll.ts';
import { startLook } from './shell/look.ts';
import { ScreenHost } from './shell/screen-host.tsx';
import { product, silentTryAgain } from './words/frame.ts';

/** Starts the pages: reads facts about the server, finds the API key, and shows the screen of the address. */
async function start(): Promise<void> {
  startLook();
  const root = document.querySelector('#app');
  if (root === null) throw new Error('the document has no #app');
  const fail = (error: unknown): void =>
    render(
      <main>
        <h1>{product}</h1>
        <Failure error={error} retry={() => location.reload()} />
      </main>,
      root,
    );
  const silence = setTimeout(() => fail(new Error(silentTryAgain())), silentAfterMs);
  try {
    await Promise.all([loadServer(), startSession()]);
  } catch (error) {
    return fail(error);
  } finally {
    clearTimeout(silence);
  }
  startRouter();
  startRefreshing();
  startKeepingFocus();
  startKeepingScroll();
  let before = heldKey.peek();
  effect(() => {
    if (heldKey.value !== before) forgetAll();
    before = heldKey.value;
  });
  render(
    <Frame>
      <ScreenHost screens={screens} />
    </Frame>,
    root,
  );
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkVersion();
  });
}

void start();
