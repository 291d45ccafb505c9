import type { BurstSummary, BurstsSummary } from '../../../api.generated.ts';
import { amend } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { Moment, Zone } from '../../components/moment.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useBursts } from '../../data/burst/list.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as words from '../../words/burst.ts';
import { screenNames } from '../../words/frame.ts';

/** The screen with the bursts of the last days, the newest first. */
export function Screen({ address: { query } }: ScreenProps) {
  const active = query.get('active') === '1';
  const before = query.get('before') ?? '';
  const { key, ...bursts } = useBursts(active, before);
  return (
    <>
      <h1>{screenNames.bursts}</h1>
      <div class="filters">
        <button
          type="button"
          class="toggle"
          aria-pressed={active}
          onClick={() => amend({ active: active ? undefined : '1', before: undefined }, { push: true })}
        >
          {words.onlyActive()}
        </button>
        <a href={addressOf('start')}>{words.startOne()}</a>
      </div>
      <Part of={bursts} name={key} rows={8}>
        {(page) => <Page page={page} active={active} before={before} />}
      </Part>
      <p class="quiet">
        {words.listed()} <Zone />
      </p>
    </>
  );
}

type PageProps = { readonly page: BurstsSummary; readonly active: boolean; readonly before: string };

function Page({ page: { bursts, next }, active, before }: PageProps) {
  if (bursts.length === 0 && before === '') return <p>{active ? words.noneActive() : words.none()}</p>;
  return (
    <>
      <table class="bursts" aria-label={screenNames.bursts}>
        <TableHead
          columns={[
            words.list.name,
            words.list.state,
            words.list.run,
            words.list.started,
            [words.list.ended, 'wide'],
            [words.list.user, 'wide'],
            [words.list.reason, 'wide'],
          ]}
        />
        <tbody>
          {bursts.map((burst) => (
            <Row key={burst.id} burst={burst} />
          ))}
        </tbody>
      </table>
      <p class="comparison">
        {before !== '' && (
          <a href={addressOf('bursts', {}, { active: active ? '1' : undefined })}>{words.newest()}</a>
        )}
        {next !== undefined && (
          <a href={addressOf('bursts', {}, { active: active ? '1' : undefined, before: next })}>
            {words.older()}
          </a>
        )}
      </p>
    </>
  );
}

function Row({ burst }: { readonly burst: BurstSummary }) {
  const { id, benchmark, state, user, createdAt, endedAt, runId, reason } = burst;
  return (
    <tr>
      <td>
        <a href={addressOf('burst', { id })} title={id}>
          {benchmark}
        </a>
      </td>
      <td>
        <StateMark state={state === 'planning' || state === 'merging' ? 'running' : state} />
      </td>
      <td>{runId !== undefined && <a href={addressOf('run', { id: runId })}>{words.runLink(runId)}</a>}</td>
      <td>
        <Moment ms={createdAt} />
      </td>
      <td class="wide">{endedAt !== undefined && words.took(endedAt - createdAt)}</td>
      <td class="wide">{user}</td>
      <td class="wide">
        <Sentence text={reason ?? ''} />
      </td>
    </tr>
  );
}
