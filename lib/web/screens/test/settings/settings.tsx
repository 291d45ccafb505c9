import type { Test } from '../../../../api.generated.ts';
import { Bars } from '../../../components/loaded-part.tsx';
import { useMe } from '../../../data/rights.ts';
import { mayChange } from '../../../data/sign-in/may-change.ts';
import * as formWords from '../../../words/tests/settings.ts';
import * as words from '../../../words/tests/test.ts';
import { Facts } from './facts.tsx';
import { Form } from './form.tsx';
import { Remove } from './remove.tsx';

const names = Object.keys(words.settings) as (keyof typeof words.settings)[];
const edited = ['name', 'folder', 'owner', 'access', 'description', 'notificationsEnabled'] as const;

type SettingsProps = {
  readonly test: Test;
  /** The key of the test in the cache. */
  readonly cacheKey: string;
};

/** The settings of the test. A tester of its team changes some of them here, and the others by the API. */
export function Settings({ test, cacheKey }: SettingsProps) {
  const me = useMe();
  if (me.value === undefined && me.loading) return <Bars rows={8} />;
  if (!mayChange(me.value, test.owner))
    return (
      <>
        <Facts test={test} names={names} />
        <p>{formWords.mayNot(test.owner)}</p>
      </>
    );
  const teams = me.value?.teams.flatMap(({ team, roles }) => (roles.includes('tester') ? team : [])) ?? [];
  const others = names.filter((name) => !edited.some((each) => each === name));
  return (
    <>
      <Form test={test} cacheKey={cacheKey} teams={[...new Set([test.owner, ...teams])]} />
      <h2>{formWords.otherSettings()}</h2>
      <Facts test={test} names={others} />
      <p class="quiet">
        {words.settingsHelp()} <code>PUT /api/test</code>
      </p>
      <Remove test={test} />
    </>
  );
}
