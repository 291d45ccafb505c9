import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Address, address, go } from '../addresses/router.ts';
import { addressOf, loginAddress, type ScreenName } from '../addresses/table.ts';
import { Bars, Failure } from '../components/loaded-part.tsx';
import { answers, server } from '../data/server-version.ts';
import { heldKey, isSignedIn } from '../data/session.ts';
import * as words from '../words/frame.ts';
import { codeFailure } from './code-failure.ts';
import { focusOn } from './keep-focus.ts';

/**
 * The properties that each screen gets. The screen's `h1` gets the focus, and its text becomes the title of
 * the tab.
 */
export type ScreenProps = {
  readonly address: Address;
  readonly parameters: Readonly<Record<string, string>>;
};
export type Screen = ComponentType<ScreenProps>;
export type Screens = Readonly<Record<ScreenName, () => Promise<{ readonly Screen: Screen }>>>;

const loaded = new Map<ScreenName, Screen>();

/**
 * Shows the screen of the address. The code of a screen is loaded when the screen is shown for the first
 * time.
 */
export function ScreenHost({ screens }: { readonly screens: Screens }) {
  const present = address.value;
  const name = present.found?.screen;
  useSignIn(name);
  const [failed, fail] = useState<string>();
  const [, redraw] = useState(0);
  useEffect(() => {
    fail(undefined);
    if (name === undefined || loaded.has(name)) return;
    let isPresent = true;
    screens[name]().then(
      ({ Screen }) => {
        loaded.set(name, Screen);
        redraw((count) => count + 1);
      },
      async (error) => {
        const reason = await codeFailure(error);
        if (reason === words.screenLost() && reloadOnce()) return;
        if (isPresent) fail(reason);
      },
    );
    return () => {
      isPresent = false;
    };
  }, [name]);
  const Shown = name && loaded.get(name);
  useTitle(present, Shown !== undefined);
  if (present.found === undefined) return <Nowhere path={present.path} />;
  if (failed !== undefined)
    return <Failure error={new Error(failed)} retry={() => void reloadIfAnswered()} />;
  if (Shown === undefined) return <Bars rows={8} />;
  // After a change of the key, a screen is created anew, because the old one may show data that the person
  // may not see.
  const owner = name === 'login' ? '' : (heldKey.value ?? '');
  return <Shown key={`${present.path} ${owner}`} address={present} parameters={present.found.parameters} />;
}

/** Opens the sign-in for a person without a key, unless the server allows callers without a key. */
function useSignIn(name: ScreenName | undefined): void {
  const needed = name !== 'login' && !isSignedIn.value && server.value?.anonymous === false;
  useEffect(() => {
    if (!needed) return;
    const { pathname, search } = location;
    go(loginAddress(pathname + search), { replace: true });
  }, [needed]);
}

/**
 * Loads the page again if the server answers. Otherwise the browser would replace the page by its own error.
 */
async function reloadIfAnswered(): Promise<void> {
  if (await answers()) location.reload();
}

const reloadedName = 'downpour.reloaded';

/**
 * Loads the page again when the server no longer has the code of a screen, for example after an update.
 * Returns false when this version of the page has done so before, or when it cannot know.
 */
function reloadOnce(): boolean {
  const version = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  try {
    if (sessionStorage.getItem(reloadedName) === version) return false;
    sessionStorage.setItem(reloadedName, version);
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
  location.reload();
  return true;
}

function Nowhere({ path }: { readonly path: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{words.notFound(path)}</h1>
      <p>
        <a href={addressOf('now')}>{words.toNow()}</a>
      </p>
    </>
  );
}

/** After a change of the path the heading gets the focus. Its text is the title of the tab. */
function useTitle({ path, isReturn }: Address, isShown: boolean): void {
  const first = useRef(true);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    document.title = `${heading.textContent} · ${words.product}`;
    if (first.current) {
      first.current = false;
      return;
    }
    focusOn(heading);
    if (!isReturn) scrollTo(0, 0);
  }, [path, isShown]);
}
