import type { RunDocument } from '../../../driver/run/document.ts';
import { counted } from '../../units.ts';
import { type Html, html } from '../html.ts';
import { count, countOf, durationText, instant } from '../number-text.ts';

/** The most items of a list that the page names. It shows the number of further items. */
const namedMax = 4;

/** Facts that identify the run and are enough to repeat it. */
export function identity(run: RunDocument, id: number | undefined): Html {
  const facts = factsOf(run, id).filter(([, text]) => text !== '');
  return html`<section class="identity" aria-labelledby="identity-h">
<h2 id="identity-h">About this run</h2>
<dl>${facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</section>`;
}

function factsOf(run: RunDocument, id: number | undefined): readonly (readonly [string, string])[] {
  const { info, plan, seed, version, commit } = run;
  const { definition } = plan as { definition?: { hash?: string } };
  return [
    ['benchmark', info.benchmark],
    ['definition', definition?.hash ?? ''],
    ['description', info.description ?? ''],
    ['run', [id === undefined ? '' : `${id}`, info.id].filter((text) => text !== '').join(', ')],
    ['target', few(plan.targets.map(({ key }) => key))],
    ['started', instant(info.startTime)],
    ['lasted', lastedText(info)],
    ['phases', few(plan.phases.map(({ name }) => name))],
    ['load', modelsOf(run)],
    ['parameters', few(Object.entries(info.params ?? {}).map(([name, value]) => `${name}=${value}`))],
    ['generator', generatorOf(run)],
    ['seed', `${seed}`],
    ['Downpour', [version, commit.slice(0, 12)].filter((text) => text !== '').join(', ')],
  ];
}

/**
 * The duration of the run as text. Empty for a document of another program in which the run ends before its
 * start.
 */
const lastedText = ({ startTime, terminateTime }: RunDocument['info']): string =>
  terminateTime < startTime ? '' : durationText(terminateTime - startTime);

/**
 * The load models of the phases. An open model sends the planned requests, and a closed one waits for
 * responses, so their numbers mean different things.
 */
function modelsOf({ phases }: RunDocument): string {
  const kinds = phases.filter(({ kind }) => kind !== 'noop').map(({ kind }) => kind === 'always');
  if (kinds.every((closed) => closed)) return kinds.length === 0 ? '' : 'closed: users wait for responses';
  return kinds.some((closed) => closed) ? 'open and closed' : 'open: users arrive as planned';
}

function generatorOf({ plan }: RunDocument): string {
  const threads = (plan.threads ?? 1) > 1 ? `, ${plan.threads} threads` : '';
  const agents = (plan.agents ?? 0) > 0 ? `, ${counted(plan.agents, 'agent')}` : '';
  return `${countOf(plan.shards, 'shard')}${agents}${threads}`;
}

function few(names: readonly string[]): string {
  const left = names.length - namedMax;
  return names.slice(0, namedMax).join(', ') + (left > 0 ? ` and ${count(left)} more` : '');
}
