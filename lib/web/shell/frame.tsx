import type { ComponentChildren } from 'preact';
import { addressOf } from '../addresses/table.ts';
import { announced } from '../components/announce.ts';
import { isNewer } from '../data/server-version.ts';
import { isExpired } from '../data/session.ts';
import * as words from '../words/frame.ts';
import { Account, signIn } from './account.tsx';
import { PaletteButton, PalettePlace, paletteFailure } from './palette/opener.tsx';
import { bar, ScreenLink } from './screen-link.tsx';

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
