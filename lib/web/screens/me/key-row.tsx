import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiKeyResponse } from '../../../api.generated.ts';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { Moment } from '../../components/moment.tsx';
import { useShown } from '../../components/still-shown.ts';
import { TwoSteps } from '../../components/two-steps.tsx';
import { reloadKeys, renameKey, revokeKey } from '../../data/own/account.ts';
import { signOut } from '../../data/session.ts';
import * as words from '../../words/own/me.ts';

type KeyRowProps = {
  readonly of: ApiKeyResponse;
  /** True: the page uses this key. */
  readonly isPresent: boolean;
  /** The names of the schedules that use the key. Undefined: they are not known. */
  readonly schedules: readonly string[] | undefined;
};

/** A key without its secret. The person can rename and revoke it. */
export function KeyRow({ of: key, isPresent, schedules }: KeyRowProps) {
  const { id, name, prefix, scopes, creation, access, isRevoked } = key;
  const shownName = name ?? words.noName();
  const [step, setStep] = useState<'ready' | 'naming' | 'saving' | 'revoking'>('ready');
  const [failed, fail] = useState<{ readonly isRevocation: boolean; readonly error: unknown }>();
  const shown = useShown();
  const renaming = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    // After renaming, the focus moves from the field to the button that opened it.
    if (step === 'ready' && wasNaming.current) renaming.current?.focus();
    wasNaming.current = step === 'naming' || step === 'saving';
  }, [step]);
  const save = async (next: string): Promise<void> => {
    setStep('saving');
    fail(undefined);
    try {
      await renameKey(id, next);
      announce(words.renamed(next));
      setStep('ready');
    } catch (error) {
      fail({ isRevocation: false, error });
      setStep('naming');
    }
    reloadKeys();
  };
  const revoke = async (): Promise<void> => {
    setStep('revoking');
    fail(undefined);
    announce(words.revoking());
    try {
      await revokeKey(id);
      announce(words.revoked(shownName));
      if (isPresent) {
        signOut();
        if (shown.current) go(addressOf('login'));
      }
    } catch (error) {
      fail({ isRevocation: true, error });
      setStep('ready');
    }
    reloadKeys();
  };
  return (
    <li>
      <strong>
        <bdi>{shownName}</bdi>
      </strong>
      <code>{prefix}…</code>
      {isPresent && <span>{words.present()}</span>}
      <span class="quiet">{words.scopes(scopes)}</span>
      <span>
        <span class="quiet">{words.created()}</span> <Moment ms={creation} />
      </span>
      <span>
        <span class="quiet">{words.lastUse()}</span>{' '}
        {access === null ? words.never() : <Moment ms={access} />}
      </span>
      <End of={key} />
      {!isRevoked && (
        <fieldset class="actions end" aria-label={words.actions(shownName)}>
          {step === 'revoking' && <span>{words.revoking()}</span>}
          {(step === 'naming' || step === 'saving') && (
            <NameForm
              present={name ?? ''}
              isSaving={step === 'saving'}
              save={save}
              cancel={() => setStep('ready')}
            />
          )}
          {step === 'ready' && (
            <>
              <button type="button" ref={renaming} onClick={() => setStep('naming')}>
                {words.rename()}
              </button>
              <TwoSteps
                word={words.revoke()}
                question={(isPresent ? words.revokePresent : words.revokeQuestion)(shownName, schedules)}
                no={words.keep()}
                act={revoke}
                isAgain={failed?.isRevocation === true}
              />
            </>
          )}
        </fieldset>
      )}
      {(step === 'saving' || step === 'revoking') && <Silence />}
      {failed !== undefined && (
        <div class="failed">
          <Failure error={failed.error} />
        </div>
      )}
    </li>
  );
}

/** The end of a key: revoked, a fixed time, or days without use. */
function End({ of: { isRevoked, expiresAt, toExpiration } }: { readonly of: ApiKeyResponse }) {
  if (isRevoked) return <span>{words.isRevoked()}</span>;
  return (
    <span>
      <span class="quiet">{words.ends()}</span>{' '}
      {expiresAt !== undefined ? (
        <Moment ms={expiresAt} />
      ) : toExpiration === null ? (
        words.never()
      ) : (
        words.endsUnused(toExpiration)
      )}
    </span>
  );
}

type NameFormProps = {
  readonly present: string;
  readonly isSaving: boolean;
  readonly save: (name: string) => Promise<void>;
  readonly cancel: () => void;
};

function NameForm({ present, isSaving, save, cancel }: NameFormProps) {
  const [name, setName] = useState(present);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save(name.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel();
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={words.newName()}
        autoComplete="off"
        required
        maxLength={255}
        value={name}
        onInput={({ currentTarget: { value } }) => setName(value)}
      />
      <button type="submit" aria-disabled={isSaving}>
        {isSaving ? words.saving() : words.save()}
      </button>
      <button type="button" onClick={cancel}>
        {words.cancel()}
      </button>
    </form>
  );
}
