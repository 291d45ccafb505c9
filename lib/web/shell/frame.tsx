import type { ComponentChildren } from 'preact';
import { address } from '../addresses/router.ts';
import { addressOf, loginAddress, type ScreenName } from '../addresses/table.ts';
import { announced } from '../components/announce.ts';
import { isNewer, server } from '../data/server.ts';
import { isExpired, isSignedIn } from '../data/session.ts';
import * as words from '../words/frame.ts';
import { leave } from './leave.ts';
import { PaletteButton, PalettePlace, paletteFailure } from './palette/opener.tsx';

const bar = ['now', 'runs', 'tests', 'changes', 'bursts', 'start'] as const satisfies readonly ScreenName[];

/** The link of the bar that is highlighted for each screen. */
const entryOf: Readonly<Record<ScreenName, (typeof bar)[number] | 'schemas' | undefined>> = {
  now: 'now',
  runs: 'runs',
  run: 'runs',
  ask: 'runs',
  tree: 'runs',
  compare: 'runs',
  tests: 'tests',
  test: 'tests',
  testPart: 'tests',
  bursts: 'bursts',
  burst: 'bursts',
  start: 'start',
  changes: 'changes',
  schemas: 'schemas',
  schema: 'schemas',
  label: 'schemas',
  login: undefined,
};

/** The frame of every screen: the navigation bar, messages, and the live region for screen readers. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#content">
        {words.skip()}
      </a>
      <header class="bar">
        <a class="name" href={addressOf('now')}>
          {words.product}
        </a>
        <Navigation />
        <PaletteButton />
        <Account />
      </header>
      <Messages />
      <PalettePlace />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <div class="aside" aria-live="polite" id="live">
        {announced.value}
      </div>
    </>
  );
}

function Navigation() {
  return (
    <nav aria-label={words.mainNavigation()}>
      <ul>
        {bar.map((screen) => (
          <li key={screen}>
            <ScreenLink screen={screen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ScreenLink({ screen }: { readonly screen: (typeof bar)[number] | 'schemas' }) {
  const { found } = address.value;
  const isPresent = found !== undefined && entryOf[found.screen] === screen;
  return (
    <a href={addressOf(screen)} aria-current={isPresent ? 'page' : undefined}>
      {words.screenNames[screen]}
    </a>
  );
}

function Account() {
  if (address.value.found?.screen === 'login') return null;
  const isPublic = !isSignedIn.value && server.value?.anonymous === true;
  return (
    <span class="account">
      {isPublic && <span class="quiet">{words.publicOnly()} </span>}
      {(isPublic || isSignedIn.value) && <ScreenLink screen="schemas" />}{' '}
      {isSignedIn.value ? (
        <button type="button" class="plain" onClick={() => void leave()}>
          {words.signOut()}
        </button>
      ) : (
        <a href={signIn()}>{words.signIn()}</a>
      )}
    </span>
  );
}

/** The address of the sign-in, which returns to the present address. */
const signIn = (): string => loginAddress(address.value.path + location.search);

function Messages() {
  return (
    <div class="messages">
      {isExpired.value && (
        <p role="alert">
          {words.expired()} <a href={signIn()}>{words.signIn()}</a>
        </p>
      )}
      {paletteFailure.value !== undefined && <p role="alert">{paletteFailure.value}</p>}
      {isNewer.value && (
        <p role="status">
          {words.newer()}{' '}
          <button type="button" onClick={() => location.reload()}>
            {words.loadAgain()}
          </button>
        </p>
      )}
    </div>
  );
}
