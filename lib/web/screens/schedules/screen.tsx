import { useState } from 'preact/hooks';
import type { SchedulesSummary } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Part } from '../../components/loaded-part.tsx';
import { Zone } from '../../components/moment.tsx';
import { reloadSchedules, schedulesKey, useSchedules } from '../../data/own/schedule-list.ts';
import { useMe } from '../../data/rights.ts';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/own/schedules.ts';
import { Row } from './row.tsx';

/** The most schedules that are shown at first. */
const shownMax = 200;

/** The screen with all schedules that the person may see. */
export function Screen() {
  const schedules = useSchedules();
  const mayChange = useMe().value?.scopes.includes('drive') === true;
  const [notice, setNotice] = useState('');
  const removed = (sentence: string): void => {
    setNotice(sentence);
    announce(sentence);
    reloadSchedules();
  };
  return (
    <>
      <h1>{screenNames.schedules}</h1>
      {notice !== '' && <p>{notice}</p>}
      <Part of={schedules} name={schedulesKey} rows={8}>
        {({ schedules: all }) => <Listing all={all} mayChange={mayChange} removed={removed} />}
      </Part>
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

type ListingProps = {
  readonly all: SchedulesSummary['schedules'];
  /** True: the person may start and remove schedules. */
  readonly mayChange: boolean;
  /** Receives the sentence to show after a schedule was removed. */
  readonly removed: (sentence: string) => void;
};

function Listing({ all, mayChange, removed }: ListingProps) {
  const [isWhole, showWhole] = useState(false);
  if (all.length === 0) return <Empty mayMake={mayChange} />;
  const shown = isWhole ? all : all.slice(0, shownMax);
  return (
    <>
      <ul class="lines schedules" aria-label={screenNames.schedules}>
        {shown.map((schedule) => (
          <Row
            key={`${schedule.name} ${schedule.createdAt}`}
            schedule={schedule}
            mayChange={mayChange}
            removed={removed}
          />
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" onClick={() => showWhole(true)}>
          {words.showAll(all.length)}
        </button>
      )}
    </>
  );
}

const Empty = ({ mayMake }: { readonly mayMake: boolean }) => (
  <>
    <p>{words.none()}</p>
    {mayMake && (
      <p>
        <a href={addressOf('start')}>{words.howTo()}</a> {words.orCommand()} <code>{words.command}</code>
      </p>
    )}
  </>
);
