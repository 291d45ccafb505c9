import { useRef, useState } from 'preact/hooks';
import { announce } from '../../components/announce.ts';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { changePassword } from '../../data/own/account.ts';
import * as words from '../../words/own/me.ts';
import { withPassword } from './wrong-password.ts';

/** The form that changes the password. The fields are the only place that has the passwords. */
export function Password({ user }: { readonly user: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const [isChanged, change] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (of: HTMLFormElement): Promise<void> => {
    if (isSending) return;
    const fields = new FormData(of);
    const text = (name: string): string => String(fields.get(name) ?? '');
    change(false);
    setError(undefined);
    if (text('next') !== text('again')) return setError(new Error(words.differs()));
    setSending(true);
    announce(words.changing());
    try {
      await withPassword(changePassword(user, text('present'), text('next')));
      announce(words.changed());
      change(true);
      form.current?.reset();
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-labelledby="password">
      <h2 id="password">{words.password()}</h2>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <p class="quiet">{words.passwordNote()}</p>
        {/* Programs that keep passwords find the user here. */}
        <input type="text" name="user" autoComplete="username" value={user} readOnly hidden />
        <Field name="present" label={words.presentPassword()} autoComplete="current-password" />
        <Field name="next" label={words.newPassword()} autoComplete="new-password" />
        <Field name="again" label={words.again()} autoComplete="new-password" />
        <button type="submit" aria-disabled={isSending}>
          {isSending ? words.changing() : words.change()}
        </button>
        {isSending && <Silence />}
        {isChanged && <p>{words.changed()}</p>}
        {error !== undefined && <Failure error={error} />}
      </form>
    </section>
  );
}

type FieldProps = { readonly name: string; readonly label: string; readonly autoComplete: string };

const Field = ({ name, label, autoComplete }: FieldProps) => (
  <p class="field">
    <label htmlFor={`password-${name}`}>{label}</label>
    <input
      id={`password-${name}`}
      name={name}
      type="password"
      autoComplete={autoComplete}
      required
      maxLength={256}
    />
  </p>
);
