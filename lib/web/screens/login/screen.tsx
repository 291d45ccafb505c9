import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../../client/index.ts';
import { go } from '../../addresses/router.ts';
import { loginAddress } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { fieldLengthMax } from '../../components/field-length.ts';
import { Bars, Failure } from '../../components/loaded-part.tsx';
import { useShown } from '../../components/still-shown.ts';
import { server } from '../../data/server-version.ts';
import { isExpired, isSignedIn } from '../../data/session.ts';
import { backFromIssuer, leaveForIssuer } from '../../data/sign-in/oidc-redirect.ts';
import { bareKey } from '../../data/sign-in/pasted-key.ts';
import {
  type OtherPerson,
  type SignInOptions,
  withCode,
  withKey,
  withPassword,
} from '../../data/sign-in/sign-in.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/login.ts';
import { returning } from './returning.ts';

/**
 * The screen on which a person signs in. A code behind `#`, and the answer of an issuer, are removed from the
 * address at once.
 */
export function Screen({ address: { query, hash } }: ScreenProps) {
  const { next, code, answer } = returning(query, hash, location.origin);
  const options = { keep: useSignal(false), isAdmin: useSignal(false), user: useSignal('') };
  const busy = useSignal<string | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  /** The number of refused keys and passwords so far. Each refusal empties the fields. */
  const refusals = useSignal(0);
  const field = useRef<Element>(null);
  const offer = useSignal<OtherPerson | undefined>(undefined);
  const shown = useShown();
  const run: Run = async (what, work) => {
    field.current = document.activeElement;
    [busy.value, error.value] = [what, undefined];
    try {
      const found = await work();
      if (offer.value !== undefined) return;
      announce(words.already());
      if (shown.current) go(found ?? next, { replace: true });
    } catch (failure) {
      error.value = failure;
      // Only a refused key is removed from the field. After a lost connection or a failed server, the person
      // can try it again.
      if (!(failure instanceof ApiError) || failure.status === 401) refusals.value += 1;
    } finally {
      busy.value = undefined;
    }
  };
  const signInWith = async (code: string): Promise<undefined> => {
    offer.value = await withCode(code);
  };
  const { issuer } = server.value ?? {};
  useEffect(() => {
    if (code === undefined && answer === undefined) return;
    history.replaceState(null, '', loginAddress(next));
    if (code !== undefined) void run(words.withCode(), () => signInWith(code));
    else if (answer !== undefined && issuer)
      void run(words.withIssuer(), () => backFromIssuer(issuer, answer));
  }, []);
  useLayoutEffect(() => {
    const { current } = field;
    if (busy.value === undefined && current instanceof HTMLElement && current.isConnected) current.focus();
  }, [busy.value]);
  const isBusy = busy.value !== undefined;
  return (
    <>
      <h1>{busy.value ?? screenNames.login}</h1>
      {isBusy && <Bars rows={2} />}
      {error.value !== undefined && <Failure error={error.value} />}
      {!isBusy && offer.value !== undefined && (
        <Offer
          of={offer.value}
          answer={(what, work) => {
            offer.value = undefined;
            return run(what, work);
          }}
        />
      )}
      {!isBusy && offer.value === undefined && isSignedIn.value && !isExpired.value && (
        <p>
          {words.already()} <a href={next}>{words.goOn()}</a>
        </p>
      )}
      <div hidden={isBusy}>
        <div class="ways">
          <Ways key={refusals.value} options={options} run={run} next={next} />
        </div>
      </div>
      {!isBusy && server.value?.anonymous === true && (
        <p>
          <a href={next}>{words.withoutKey()}</a> <span class="quiet">{words.publicOnly()}</span>
        </p>
      )}
    </>
  );
}

/**
 * Shows a text while a sign-in is in progress, and opens the next address at its end. `work` may return
 * another address.
 */
type Run = (what: string, work: () => Promise<string | undefined>) => Promise<void>;

type OfferProps = {
  readonly of: OtherPerson;
  readonly answer: Run;
};

/** Asks for a confirmation before a link signs in another person than the one who is signed in. */
function Offer({ of: { present, other, accept, refuse }, answer }: OfferProps) {
  return (
    <fieldset class="two-steps" aria-labelledby="offer">
      <p id="offer" role="alert">
        {words.otherPerson(present, other)}
      </p>
      <button type="button" onClick={() => answer(words.refusingOther(), () => refuse().then(nowhere))}>
        {words.refuseOther(present)}
      </button>{' '}
      <button type="button" onClick={() => answer(words.signIn(), async () => void accept())}>
        {words.acceptOther(other)}
      </button>
    </fieldset>
  );
}

type WaysProps = {
  readonly options: {
    readonly keep: Signal<boolean>;
    readonly isAdmin: Signal<boolean>;
    /** The user name of the last try. It stays in the form when the password was wrong. */
    readonly user: Signal<string>;
  };
  readonly run: Run;
  readonly next: string;
};

function Ways({ options, run, next }: WaysProps) {
  const { issuer, signIn = [] } = server.value ?? {};
  const chosen = (): SignInOptions => ({ keep: options.keep.value, isAdmin: options.isAdmin.value });
  return (
    <>
      {issuer && (
        <section aria-labelledby="issuer">
          <h2 id="issuer">{words.issuerTitle()}</h2>
          <button type="button" onClick={() => leave(run, () => leaveForIssuer(issuer, next, chosen()))}>
            {words.toIssuer(new URL(issuer.url).host)}
          </button>
        </section>
      )}
      {signIn.includes('password') && (
        <Form
          title={words.passwordTitle()}
          id="password"
          submit={(text) => {
            options.user.value = text('user').trim();
            return run(words.signIn(), () =>
              withPassword(options.user.value, text('password'), chosen()).then(nowhere),
            );
          }}
        >
          <Field name="user" label={words.user()} autoComplete="username" value={options.user.value} />
          <Field
            name="password"
            label={words.password()}
            autoComplete="current-password"
            isSecret
            hasFocus={options.user.value !== ''}
          />
          <p class="quiet">{words.passwordKept()}</p>
          <button type="submit">{words.signIn()}</button>
        </Form>
      )}
      {signIn.includes('key') && (
        <Form
          title={words.keyTitle()}
          id="key"
          submit={(text) =>
            run(words.signIn(), () => withKey(bareKey(text('key')), chosen()).then(nowhere, refusedKey))
          }
        >
          <Field name="key" label={words.key()} autoComplete="off" isSecret />
          <p class="quiet">
            {isLoopback(location.hostname)
              ? words.keyHere('bin/downpour open', '.downpour/admin.key')
              : words.keyHint('downpour key create')}
          </p>
          <button type="submit">{words.useKey()}</button>
        </Form>
      )}
      <fieldset>
        <legend>{words.options()}</legend>
        <Choice label={words.keep()} of={options.keep} />
        <Choice label={words.asAdmin()} of={options.isAdmin} />
      </fieldset>
    </>
  );
}

/** True for a host name of this computer itself. */
const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

const nowhere = (): undefined => undefined;

/** Replaces the API's error for an invalid key, because it names a header that a person does not see. */
function refusedKey(error: unknown): never {
  throw error instanceof ApiError && error.status === 401 ? new Error(words.refusedKey()) : error;
}

/** Shows that work is in progress until the browser has left the page. */
const leave = (run: Run, work: () => Promise<void>): Promise<void> =>
  run(words.withIssuer(), async () => {
    await work();
    return new Promise<never>(() => undefined);
  });

type FormProps = {
  readonly title: string;
  readonly id: string;
  readonly submit: (text: (name: string) => string) => Promise<void>;
  readonly children: ComponentChildren;
};

/** A form whose data a script sends, because the policy of the page forbids the browser to send forms. */
function Form({ title, id, submit, children }: FormProps) {
  const send = (form: HTMLFormElement): void => {
    const data = new FormData(form);
    void submit((name) => String(data.get(name) ?? ''));
  };
  return (
    <form
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </form>
  );
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
  readonly isSecret?: boolean;
  /** The text at first. */
  readonly value?: string;
  /** True: the field gets the focus when it appears. */
  readonly hasFocus?: boolean;
};

function Field({ name, label, autoComplete, isSecret = false, value, hasFocus = false }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, []);
  const id = `field-${name}`;
  const more = {
    id,
    name,
    autoComplete,
    value,
    maxLength: fieldLengthMax,
    required: true,
    spellcheck: false,
  };
  return (
    <label class="field" htmlFor={`field-${name}`}>
      <span>{label}</span>
      {isSecret ? (
        <input ref={field} type="password" {...more} />
      ) : (
        <input ref={field} type="text" {...more} />
      )}
    </label>
  );
}

function Choice({ label, of }: { readonly label: string; readonly of: Signal<boolean> }) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={of.value}
        onChange={(event) => (of.value = event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
