import { useState } from 'preact/hooks';
import type { ApiKeyResponse, Me } from '../../../api.generated.ts';
import { Part } from '../../components/loaded-part.tsx';
import { keysName, useKeys } from '../../data/own/account.ts';
import { useSchedules } from '../../data/own/schedule-list.ts';
import * as words from '../../words/own/me.ts';
import { KeyRow } from './key-row.tsx';
import { ownKeys } from './own-keys.ts';

type KeysProps = { readonly me: Me; readonly type: ApiKeyResponse['type']; readonly none: string };

/** The most keys that are shown at first. */
const shownMax = 100;

/** The API keys of one type that belong to the person. */
export function Keys({ me, type, none }: KeysProps) {
  const keys = useKeys(type);
  const { schedules } = useSchedules().value ?? {};
  const [isWhole, showWhole] = useState(false);
  return (
    <Part of={keys} name={`${keysName} ${type}`}>
      {(all) => {
        const own = ownKeys(all, me);
        if (own.length === 0) return <p>{none}</p>;
        const shown = isWhole ? own : own.slice(0, shownMax);
        return (
          <>
            <ul class="lines keys-of">
              {shown.map((key) => (
                <KeyRow
                  key={key.id}
                  of={key}
                  isPresent={key.id === me.keyId}
                  schedules={schedules?.filter(({ keyId }) => keyId === key.id).map(({ name }) => name)}
                />
              ))}
            </ul>
            {shown.length < own.length && (
              <button type="button" onClick={() => showWhole(true)}>
                {words.showAll(own.length)}
              </button>
            )}
          </>
        );
      }}
    </Part>
  );
}
