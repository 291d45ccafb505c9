import { useLayoutEffect, useState } from 'preact/hooks';
import type { Me, Scope } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { askBeforeLeaving } from '../../addresses/router.ts';
import { announce } from '../../components/announce.ts';
import { Choice } from '../../components/choice.tsx';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { isUtc, nowOfDay } from '../../components/moment.tsx';
import { isUncertain } from '../../data/burst/burst-starter.ts';
import { makeKey, makeKeyWith, reloadKeys } from '../../data/own/account.ts';
import { server } from '../../data/server-version.ts';
import * as words from '../../words/own/me.ts';
import { instant } from '../../words/times.ts';
import { type KeyForm, keyRequest, usualScopes } from './own-keys.ts';
import { Secret } from './secret.tsx';
import { withPassword } from './wrong-password.ts';

const nameId = 'key-name';
const passwordId = 'key-password';

/** The form that makes a key, and the key afterwards. Only this form has the key and the password. */
export function NewKey({ me }: { readonly me: Me }) {
  const empty: KeyForm = { name: '', scopes: usualScopes(me.scopes), lifetime: 'unused' };
  const [form, setForm] = useState(empty);
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  // The answer to the request contains the only copy of the key. So the page asks before a person leaves the
  // screen meanwhile.
  useLayoutEffect(
    () => (isSending ? askBeforeLeaving(() => confirm(words.leaveQuestion())) : undefined),
    [isSending],
  );
  const send = async (): Promise<void> => {
    if (isSending) return;
    if (form.scopes.length === 0) return setError(new Error(words.noRights()));
    setSending(true);
    setError(undefined);
    announce(words.making());
    try {
      const request = keyRequest(form, me);
      const secret = await (password === ''
        ? makeKey(request)
        : withPassword(makeKeyWith(me.user, password, request)));
      announce(words.made(form.name.trim()));
      setMade({ name: form.name.trim(), secret });
      setForm(empty);
    } catch (failure) {
      setError(failure);
    } finally {
      setPassword('');
      setSending(false);
      reloadKeys();
    }
  };
  const choose = (scope: Scope, isChosen: boolean): void =>
    setForm({
      ...form,
      scopes: me.scopes.filter((each) => (each === scope ? isChosen : form.scopes.includes(each))),
    });
  if (made !== undefined) return <Secret {...made} done={() => setMade(undefined)} />;
  const end = me.role === 'admin' ? null : me.expiresAt;
  return (
    <details class="new-key">
      <summary>{words.newKey()}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p class="field">
          <label htmlFor={nameId}>{words.name()}</label>
          <input
            id={nameId}
            type="text"
            autoComplete="off"
            required
            maxLength={255}
            value={form.name}
            onInput={({ currentTarget: { value } }) => setForm({ ...form, name: value })}
          />
        </p>
        <fieldset class="actions">
          <legend>{words.rights()}</legend>
          {me.scopes.map((scope) => (
            <label key={scope} class="choice">
              <input
                type="checkbox"
                checked={form.scopes.includes(scope)}
                onChange={({ currentTarget: { checked } }) => choose(scope, checked)}
              />
              <span>{words.scopeWords[scope]}</span>
            </label>
          ))}
        </fieldset>
        <p>
          <Choice
            label={words.lifetime()}
            value={form.lifetime}
            options={Object.entries(words.lifetimes)}
            choose={(lifetime) => setForm({ ...form, lifetime })}
          />
        </p>
        {end !== null && <p>{words.endsWithPresent(instant(end, nowOfDay(), isUtc()))}</p>}
        {end !== null && server.value?.signIn.includes('password') && (
          <p class="field">
            <label htmlFor={passwordId}>{words.passwordForLonger()}</label>
            <input
              id={passwordId}
              type="password"
              autoComplete="current-password"
              maxLength={256}
              value={password}
              onInput={({ currentTarget: { value } }) => setPassword(value)}
            />
          </p>
        )}
        <button type="submit" aria-disabled={isSending}>
          {isSending ? words.making() : words.make()}
        </button>
        {isSending && <Silence />}
        {error !== undefined && <Failure error={error} />}
        {error instanceof ApiError && isUncertain(error) && <p>{words.mayExist()}</p>}
      </form>
    </details>
  );
}
