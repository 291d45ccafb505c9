import { useState } from 'preact/hooks';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { isUtc, nowOfDay } from '../../components/moment.tsx';
import { useShown } from '../../components/still-shown.ts';
import { makeSchedule } from '../../data/own/schedules.ts';
import { useMe } from '../../data/rights.ts';
import { ownKeyId } from '../../data/session.ts';
import * as words from '../../words/own/schedules.ts';
import { instant, zone } from '../../words/times.ts';
import { SendingState, type StartProps, useSending } from './sending.tsx';

const nameId = 'schedule-name';
const timesId = 'schedule-times';
const zoneId = 'schedule-zone';

/** The form that makes a schedule of the document. Downpour judges the times when it gets them. */
export function Schedule(props: StartProps) {
  const { order, files, reason } = props;
  const [when, setWhen] = useState({ name: '', cron: '', timezone: zone() });
  const { isSending, error, send } = useSending(props);
  const shown = useShown();
  const field = (member: keyof typeof when) => ({
    type: 'text' as const,
    required: true,
    spellcheck: false,
    value: when[member],
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }): void =>
      setWhen({ ...when, [member]: value }),
  });
  const make = async (): Promise<void> => {
    const asked = { name: when.name.trim(), cron: when.cron.trim(), timezone: when.timezone.trim() };
    await makeSchedule(asked, order, files);
    announce(words.made(asked.name));
    if (shown.current) go(addressOf('schedules'));
  };
  return (
    <details class="schedule">
      <summary>{words.open()}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(words.making(), make);
        }}
      >
        <p class="quiet">{words.note()}</p>
        <KeyEnds />
        <p class="field">
          <label htmlFor={nameId}>{words.name()}</label>
          <input id={nameId} maxLength={50} aria-describedby={`${nameId}-hint`} {...field('name')} />
          <span id={`${nameId}-hint`} class="quiet">
            {words.nameHint()}
          </span>
        </p>
        <p class="field">
          <label htmlFor={timesId}>{words.timetable()}</label>
          <input id={timesId} maxLength={250} aria-describedby={`${timesId}-hint`} {...field('cron')} />
          <span id={`${timesId}-hint`} class="quiet">
            {words.timetableHint()}
          </span>
        </p>
        <p class="field">
          <label htmlFor={zoneId}>{words.timezone()}</label>
          <input id={zoneId} maxLength={50} {...field('timezone')} />
        </p>
        <button type="submit" aria-disabled={reason !== undefined || isSending} aria-describedby="why-not">
          {isSending ? words.making() : words.make()}
        </button>
        <SendingState isSending={isSending} error={error}>
          {words.mayExist()} <a href={addressOf('schedules')}>{words.all()}</a>
        </SendingState>
      </form>
    </details>
  );
}

/**
 * States when the present key expires, because it starts the bursts of the schedule. Shows nothing for a key
 * that does not expire.
 */
function KeyEnds() {
  const { expiresAt = null } = useMe().value ?? {};
  if (expiresAt === null) return null;
  const end = instant(expiresAt, nowOfDay(), isUtc());
  return <p>{ownKeyId() === undefined ? words.keyEnds(end) : words.browserKeyEnds(end)}</p>;
}
