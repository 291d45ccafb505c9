import type { RunDocument } from '../../../driver/run/document.ts';
import { errorsOf, failuresOf, type ReportFinding, suspicionsOf } from '../../findings.ts';
import { placeOf } from '../../limit-words.ts';
import { isRequest } from '../data/heat.ts';
import { failuresIn } from '../data/over-time.ts';
import { type Html, html } from '../html.ts';
import { count, countOf } from '../number-text.ts';

type Problem = {
  readonly kind: string;
  readonly place: string;
  readonly message: string;
  readonly times: number;
};

const rowsMax = 60;

/** The section of problems: each message once, with its count. */
export function problems(run: RunDocument): Html {
  const all = grouped([
    ...failuresOf(run).map(problemOf('failure')),
    ...errorsOf(run).map(problemOf('error')),
    ...suspicionsOf(run).map(problemOf('generator')),
    ...noticesOf(run),
  ]);
  const failed = failedRows(run);
  if (all.length + failed.length === 0) return html``;
  const left = all.length - rowsMax;
  return html`<section class="chapter problems" aria-labelledby="problems-h">
<h2 id="problems-h">Problems</h2>
${
  all.length > 0 &&
  html`<div class="scroll" tabindex="0" role="group" aria-labelledby="problems-h"><table>
<thead><tr><th scope="col">kind</th><th scope="col">where</th><th scope="col">what</th><th scope="col" class="n">times</th></tr></thead>
<tbody>${all
    .slice(0, rowsMax)
    .map(
      ({ kind, place, message, times }) =>
        html`<tr><td>${kind}</td><td>${place}</td><th scope="row">${message}</th><td class="n">${count(times)}</td></tr>`,
    )}</tbody></table></div>`
}
${left > 0 && html`<p class="more">${countOf(left, 'more message')} not shown.</p>`}
${
  failed.length > 0 &&
  html`<h3 id="failed-h">Failed requests by kind</h3><div class="scroll" tabindex="0" role="group" aria-labelledby="failed-h"><table>
<thead><tr><th scope="col">metric</th><th scope="col">kind</th><th scope="col" class="n">requests</th></tr></thead>
<tbody>${failed.slice(0, rowsMax).map(([place, kind, times]) => html`<tr><th scope="row">${place}</th><td>${kind}</td><td class="n">${count(times)}</td></tr>`)}</tbody></table></div>
${failed.length > rowsMax && html`<p class="more">${countOf(failed.length - rowsMax, 'more row')} not shown.</p>`}`
}
</section>`;
}

function failedRows({
  stats,
}: RunDocument): readonly (readonly [place: string, kind: string, times: number])[] {
  return stats
    .filter(isRequest)
    .flatMap((entry) =>
      failuresIn(entry.total.summary).map(
        ([kind, times]) => [placeOf({ ...entry, phase: entry.name }), kind, times] as const,
      ),
    )
    .sort(([, , one], [, , other]) => other - one);
}

const problemOf =
  (kind: string) =>
  ({ place = '', message }: ReportFinding): Problem => ({ kind, place, message, times: 1 });

const noticesOf = ({ notices }: RunDocument): readonly Problem[] =>
  (notices ?? []).map(({ phase, message }) => ({ kind: 'notice', place: phase, message, times: 1 }));

function grouped(all: readonly Problem[]): readonly Problem[] {
  const same = Map.groupBy(all, ({ kind, place, message }) => JSON.stringify([kind, place, message]));
  return [...same.values()].map((each) => ({ ...each[0]!, times: each.length }));
}
