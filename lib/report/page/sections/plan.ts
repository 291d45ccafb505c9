import { arrivalKinds } from '../../../driver/arrivals/registry.ts';
import type { RunDocument } from '../../../driver/run/document.ts';
import { type Html, html } from '../html.ts';
import { count, countOf, durationText, share } from '../number-text.ts';

const rowsMax = 100;

/** The section about the plan: each phase with its planned and actual load. */
export function planned(run: RunDocument): Html {
  const { plan } = run;
  const left = plan.phases.length - rowsMax;
  return html`<section class="chapter plan" aria-labelledby="plan-h">
<h2 id="plan-h">Definition</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="plan-h"><table>
<thead><tr><th scope="col">phase</th><th scope="col">arrivals</th><th scope="col" class="n">duration</th><th scope="col" class="n">sessions at most</th><th scope="col" class="n">planned users</th><th scope="col" class="n">sent</th><th scope="col">end</th></tr></thead>
<tbody>${plan.phases.slice(0, rowsMax).map((phase) => row(phase, run))}</tbody></table></div>
${left > 0 && html`<p class="more">${countOf(left, 'more phase')} not shown.</p>`}
<div class="scroll" tabindex="0" role="group" aria-label="Targets"><table>
<thead><tr><th scope="col">target</th><th scope="col" class="n">connections</th><th scope="col" class="n">requests on one at a time</th></tr></thead>
<tbody>${plan.targets
    .slice(0, rowsMax)
    .map(
      ({ key, connections, pipeliningLimit }) =>
        html`<tr><th scope="row">${key}</th><td class="n">${count(connections.max)}</td><td class="n">${count(pipeliningLimit)}</td></tr>`,
    )}</tbody></table></div>
</section>`;
}

type PhasePlan = RunDocument['plan']['phases'][number];

function row(
  { name, arrivals, durationMs, maxSessions, expectedArrivals }: PhasePlan,
  run: RunDocument,
): Html {
  const phase = run.phases.find((each) => each.name === name);
  const delivery = phase?.delivery;
  return html`<tr><th scope="row">${name}${phase?.isWarmup && html` <small>warm-up</small>`}</th>
<td>${arrivals === undefined ? '' : described(arrivals)}</td>
<td class="n">${durationMs === null ? '' : durationText(durationMs)}</td>
<td class="n">${maxSessions === null ? '' : count(maxSessions)}</td>
<td class="n">${count(Math.round(delivery?.planned ?? expectedArrivals))}</td>
<td class="n">${delivery === undefined || phase?.start === null ? 'nothing' : share(delivery.fraction)}</td>
<td>${phase?.status.toLowerCase().replaceAll('_', ' ')}</td></tr>`;
}

/** Describes planned arrivals. A document may have a kind that this release does not know. */
function described(arrivals: NonNullable<PhasePlan['arrivals']>): string {
  const description = arrivalKinds.get(arrivals.kind)?.model(arrivals).description ?? '';
  return description.includes(arrivals.kind)
    ? description
    : [arrivals.kind, description].filter((text) => text !== '').join(', ');
}
