import { amend } from '../../addresses/router.ts';
import { Choice } from '../../components/choice.tsx';
import { preferredZone, singleKeys } from '../../data/preferences.ts';
import { look } from '../../shell/look.ts';
import { looks } from '../../shell/looks.ts';
import * as words from '../../words/own/me.ts';
import { zone } from '../../words/times.ts';

/** The choices that this browser keeps. They need no sign-in. */
export function Preferences() {
  const own = zone();
  return (
    <section class="preferences" aria-labelledby="preferences">
      <h2 id="preferences">{words.preferences()}</h2>
      <p class="quiet">{words.preferencesNote()}</p>
      <p>
        <Choice
          label={words.colours()}
          value={look.value}
          options={looks.map((each) => [each, words.looks[each]])}
          choose={(next) => {
            look.value = next;
          }}
        />
      </p>
      {own !== 'UTC' && (
        <p>
          <Choice
            label={words.times()}
            value={preferredZone.value}
            options={[
              ['local', own],
              ['UTC', 'UTC'],
            ]}
            choose={(next) => {
              preferredZone.value = next;
              // The time zone in the present address would override the new choice, so it is removed.
              amend({ tz: '' });
            }}
          />
        </p>
      )}
      <p>
        <label class="choice">
          <input
            type="checkbox"
            checked={singleKeys.value === 'on'}
            onChange={({ currentTarget: { checked } }) => {
              singleKeys.value = checked ? 'on' : 'off';
            }}
          />
          <span>{words.slashFinds()}</span>
        </label>
      </p>
    </section>
  );
}
