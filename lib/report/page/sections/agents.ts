import type { RunDocument } from '../../../driver/run/document.ts';
import { type Html, html } from '../html.ts';
import { count, countOf, time } from '../number-text.ts';

/** The health of one agent during the run. Documents of older releases do not record it. */
type Health = {
  /** The highest use of the processor, as a share of one core. */
  readonly cpuMax: number;
  readonly cpuMean: number;
  readonly stallMax: number;
  readonly gcTotal: number;
  readonly descriptorsMax: number;
  readonly socketsMax: number;
};

const rowsMax = 50;

/** The agents that generated the load, the busiest first; empty if the document has no agents. */
export function agents(run: RunDocument): Html {
  const known = run.agents
    .flatMap(({ name, ...agent }) => {
      const { health } = agent as { health?: Partial<Health> | null };
      return health === undefined || health === null ? [] : [{ name, health }];
    })
    .sort((one, other) => (other.health.cpuMax ?? 0) - (one.health.cpuMax ?? 0));
  if (known.length === 0) return html``;
  const left = known.length - rowsMax;
  return html`<section class="chapter agents" aria-labelledby="agents-h">
<h2 id="agents-h">Generator</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Agents and how busy they were"><table>
<thead><tr><th scope="col">agent</th><th scope="col" class="n">CPU, peak</th><th scope="col" class="n">CPU, mean</th><th scope="col" class="n">longest stall</th><th scope="col" class="n">garbage collection</th><th scope="col" class="n">descriptors</th><th scope="col" class="n">sockets</th></tr></thead>
<tbody>${known.slice(0, rowsMax).map(
    ({ name, health }) => html`<tr><th scope="row">${name}</th>
<td class="n">${ofCore(health.cpuMax)}</td><td class="n">${ofCore(health.cpuMean)}</td>
<td class="n">${time(health.stallMax)}</td><td class="n">${time(health.gcTotal)}</td>
<td class="n">${count(health.descriptorsMax)}</td><td class="n">${count(health.socketsMax)}</td></tr>`,
  )}</tbody></table></div>
<p class="fine">CPU in parts of one core. ${left > 0 && `${countOf(left, 'more agent')} not shown.`}</p>
</section>`;
}

const ofCore = (share: number | undefined): string =>
  share === undefined ? '-' : `${Math.round(share * 100)}\u00a0%`;
