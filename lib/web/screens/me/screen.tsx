import type { Me } from '../../../api.generated.ts';
import { address } from '../../addresses/router.ts';
import { loginAddress } from '../../addresses/table.ts';
import { Part } from '../../components/loaded-part.tsx';
import { Moment, Zone } from '../../components/moment.tsx';
import { useMe } from '../../data/rights.ts';
import { server } from '../../data/server-version.ts';
import { isSignedIn } from '../../data/session.ts';
import { screenNames, signIn } from '../../words/frame.ts';
import * as words from '../../words/own/me.ts';
import { Keys } from './keys.tsx';
import { NewKey } from './new-key.tsx';
import { Password } from './password.tsx';
import { Preferences } from './preferences.tsx';

/** The screen of the person: rights, own keys, the password, and the choices of the browser. */
export function Screen() {
  const me = useMe();
  return (
    <>
      <h1>{screenNames.me}</h1>
      {!isSignedIn.value && (
        <p>
          {words.notSignedIn()} <a href={loginAddress(address.value.path)}>{signIn()}</a>
        </p>
      )}
      <Part of={me} name="me" rows={8}>
        {(known) => (
          <>
            <Facts me={known} />
            <section aria-labelledby="keys">
              <h2 id="keys">{words.keys()}</h2>
              <Keys me={known} type="USER" none={words.noKeys()} />
              <NewKey me={known} />
            </section>
            <section aria-labelledby="browser-keys">
              <h2 id="browser-keys">{words.browserKeys()}</h2>
              <Keys me={known} type="BROWSER" none={words.noBrowserKeys()} />
            </section>
            {server.value?.signIn.includes('password') && <Password user={known.user} />}
          </>
        )}
      </Part>
      <Preferences />
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

const Facts = ({ me: { user, role, scopes, expiresAt, teams, limits } }: { readonly me: Me }) => (
  <dl class="own-facts">
    <dt>{words.facts.user}</dt>
    <dd>{user}</dd>
    <dt>{words.facts.role}</dt>
    <dd>{words.roles[role]}</dd>
    <dt>{words.facts.teams}</dt>
    {teams.length === 0 && <dd>{words.none()}</dd>}
    {teams.map(({ team, roles }) => (
      <dd key={team}>{words.team(team, roles)}</dd>
    ))}
    <dt>{words.facts.scopes}</dt>
    <dd>{words.scopes(scopes)}</dd>
    <dt>{words.facts.expires}</dt>
    <dd>{expiresAt === null ? words.none() : <Moment ms={expiresAt} />}</dd>
    {limits !== null && (
      <>
        <dt>{words.facts.limits}</dt>
        <dd>{words.limits(limits)}</dd>
      </>
    )}
  </dl>
);
