import type { RunState } from '../../../driver/model/final-state.ts';
import type { RunDocument } from '../../../driver/run/document.ts';
import { failuresOf } from '../../findings.ts';
import { counted } from '../../units.ts';
import type { PageComparison } from '../comparison-types.ts';
import { asWritten, type Html, html } from '../html.ts';
import { clockTime, instant } from '../number-text.ts';
import { selectionLink } from '../selection-link.ts';

/** The word and the sign of each state, so that a result never depends on colour alone. */
const signs: Readonly<Record<RunState, { readonly word: string; readonly shape: string }>> = {
  passed: { word: 'Passed', shape: '<path d="M5 12.5l4.5 4.5L19 7.5"/>' },
  failed: { word: 'Failed', shape: '<path d="M6 6l12 12M18 6L6 18"/>' },
  inconclusive: {
    word: 'Inconclusive',
    shape: '<path d="M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3M12 18.2v.1"/>',
  },
  stopped: { word: 'Stopped', shape: '<path d="M7.5 7.5h9v9h-9z"/>' },
  incomplete: { word: 'Incomplete', shape: '<path d="M12 5v8M12 18v.1"/>' },
};

export function verdict(run: RunDocument, id: number | undefined, comparison?: PageComparison): Html {
  const { word, shape } = signs[run.state];
  return html`<header class="verdict ${run.state}">
<p class="word">${asWritten(`<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shape}</svg>`)}<strong>${word}</strong></p>
<div class="what">
<h1>${run.info.benchmark}${id !== undefined && html` <span class="run">run ${id}</span>`}</h1>
<p class="why">${why(run)}</p>
${adviceOf(run).map((text) => html`<p class="advice">What to do: ${text}.</p>`)}
${comparison && html`<p class="why">Against ${comparison.against}: ${comparison.headline}</p>`}
</div>
<p class="when">${instant(run.info.startTime)}</p>
</header>`;
}

/** The reason for the verdict in a sentence or two. */
function why(run: RunDocument): string | Html {
  const { state, reason } = run;
  if (state === 'passed') return passedText(run);
  const [first, ...others] = failuresOf(run);
  if (state !== 'failed' || first === undefined)
    return ended(reason ?? 'The run document has no reason for this state');
  const { start = 0, end = 0 } = run.failures[0] ?? {};
  const more = others.length === 0 ? '' : ` ${counted(others.length, 'more failure')} below.`;
  const seconds = selectionLink(run, { from: start, to: end }, `${clockTime(start)} to ${clockTime(end)}`);
  return html`<bdi>${first.place}</bdi>: ${first.message}${!/[.!?]$/.test(first.message) && '.'} Seen from ${seconds} UTC.${more}`;
}

function passedText({ verdicts, unjudged = [], stats }: RunDocument): string {
  if (stats.length === 0) return 'No request was measured, and no limit was broken.';
  if (unjudged.length > 0)
    return `No limit was broken, but ${counted(unjudged.length, 'limit')} of the document had no measurement.`;
  const written = verdicts.filter(({ isDefault }) => isDefault !== true).length;
  if (written > 0)
    return `${written === 1 ? 'The limit of the document was' : `All ${written} limits of the document were`} kept.`;
  return 'The benchmark document sets no limits. The default limits for failed requests and for waiting were kept.';
}

function adviceOf({ state, health, failures }: RunDocument): readonly string[] {
  const ofFailure = state === 'failed' ? failures[0]?.advice : undefined;
  const advice = state === 'inconclusive' ? health.diagnosis?.advice : ofFailure;
  return advice === undefined ? [] : [advice.replace(/\.$/, '')];
}

/** Makes a message into a sentence: a capital letter first, and a full stop at the end. */
function ended(text: string): string {
  const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
