import type { BurstForecast } from '../../../api.generated.ts';
import { rate } from '../../../report/units.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { server } from '../../data/server-version.ts';
import * as words from '../../words/start.ts';
import { bandsOf, size } from './bands.ts';

/** The forecast of a burst: its size, its price, its targets, and its phases. */
export function Plan({ forecast }: { readonly forecast: BurstForecast }) {
  const { shards, drivesAtOnce, dollars, targets, phases } = forecast;
  const { bands, endMs, peak } = bandsOf(phases);
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{words.plan()}</h2>
      <p>
        {words.size(shards, drivesAtOnce)} · {words.price(dollars, server.value?.place === 'cloud')}
      </p>
      <p>
        <Sentence text={words.targets(targets)} />
      </p>
      {peak > 0 && (
        <figure class="plan-picture">
          <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
            {bands.map(({ name, points }) => (
              <polygon key={name} points={points} />
            ))}
          </svg>
          <figcaption class="quiet">{words.picture(rate(peak), endMs)}</figcaption>
        </figure>
      )}
      <table class="plan-phases">
        <TableHead
          columns={[
            words.columns.phase,
            words.columns.load,
            words.columns.start,
            [words.columns.duration, 'number'],
            [words.columns.shards, 'number'],
          ]}
        />
        <tbody>
          {phases.map(({ name, load, start, durationMs, shards: own }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{load === '' ? words.noUsers() : load}</td>
              <td>{start}</td>
              <td class="number">{words.duration(durationMs)}</td>
              <td class="number">{own}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
