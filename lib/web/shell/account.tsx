import { useEffect, useId, useRef } from 'preact/hooks';
import { address } from '../addresses/router.ts';
import { loginAddress } from '../addresses/table.ts';
import { server } from '../data/server-version.ts';
import { isSignedIn } from '../data/session.ts';
import * as words from '../words/frame.ts';
import { leave } from './leave.ts';
import { ScreenLink } from './screen-link.tsx';

/** The end of the navigation bar: the menu of a person who has signed in, or else the sign-in. */
export function Account() {
  if (address.value.found?.screen === 'login') return null;
  if (isSignedIn.value) return <Menu />;
  const isPublic = server.value?.anonymous === true;
  return (
    <span class="account">
      {isPublic && (
        <>
          <span class="quiet">{words.publicOnly()} </span>
          <ScreenLink screen="schemas" />{' '}
        </>
      )}
      <a href={signIn()}>{words.signIn()}</a>
    </span>
  );
}

/** Links to the screens that are not in the bar. Escape and a click elsewhere close the menu. */
function Menu() {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const present = address.value;
  useEffect(() => list.current?.hidePopover?.(), [present]);
  return (
    <span class="account">
      <button type="button" class="plain" popovertarget={id}>
        {words.menu()} <span aria-hidden="true">▾</span>
      </button>
      <div ref={list} id={id} popover="auto" class="account-menu">
        <ScreenLink screen="schemas" />
        <ScreenLink screen="schedules" />
        <ScreenLink screen="me" />
        <button type="button" class="plain" onClick={() => void leave()}>
          {words.signOut()}
        </button>
      </div>
    </span>
  );
}

/** The address of the sign-in, which returns to the present address. */
export const signIn = (): string => loginAddress(address.value.path + location.search);
