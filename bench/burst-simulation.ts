/**
 * What would happen in AWS? The real planner, conductor, handlers and stores run in virtual time against
 * simulated services with their quotas, latencies and failures (`burst-simulation/constants.ts` has each
 * number with its source).
 *
 *     node bench/burst-simulation.ts [--sections small,usual,latency,...] [--write]
 *     node bench/burst-simulation.ts --scenario '{"shards": 100, "chaos": 0.05}' [--seeds 1-50]
 *
 * `--write` writes the sections to `burst-simulation/table.md`. `--scenario` runs one scenario with one or
 * many seeds, and prints the laws that it broke. `chaos` is the probability that any call is lost, repeated
 * or delayed.
 */
import { parseArgs } from 'node:util';
import { type Section, sections } from './burst-simulation/cases.ts';
import { broken } from './burst-simulation/invariants.ts';
import { simulated } from './burst-simulation/process/run-child.ts';
import { type Row, sectionText } from './burst-simulation/report.ts';
import { type Scenario, usual } from './burst-simulation/scenario.ts';
import { writeTable } from './burst-simulation/table-file.ts';

const { values: options } = parseArgs({
  options: {
    sections: { type: 'string', default: Object.keys(sections).join(',') },
    scenario: { type: 'string' },
    seeds: { type: 'string', default: '1-1' },
    write: { type: 'boolean', default: false },
  },
});

async function runSeeds(given: Partial<Scenario>): Promise<void> {
  const [from = 1, to = from] = options.seeds.split('-').map(Number);
  for (let seed = from; seed <= to; seed += 1) {
    const scenario = { ...usual, ...given, seed };
    const outcome = await simulated(scenario);
    const { state, arrived, planned, reported, reason = '' } = outcome;
    const words = broken(outcome, scenario).map((law) => `BROKEN: ${law}`);
    console.log(
      [
        `seed ${seed}: ${state}, ${arrived} of ${planned} arrived, ${reported} reported. ${reason}`,
        ...words,
      ].join('\n  '),
    );
    if (from === to) console.log(JSON.stringify(outcome, null, 1));
  }
}

/** Runs the cases of a section, one after the other. */
async function section({ title, words, cases }: Section): Promise<string> {
  let text = '';
  const rows: Row[] = [];
  for (const each of cases) {
    const began = performance.now();
    rows.push({ ...each, outcome: await simulated(each.scenario) });
    console.error(`${title}: ${each.name} took ${((performance.now() - began) / 1e3).toFixed(0)} s`);
    text = sectionText(title, words, rows);
    // Stores each row of the table as soon as its burst has been simulated.
    if (options.write) writeTable(title, text);
  }
  return text;
}

function sectionOf(name: string): Section {
  const found = sections[name];
  if (found === undefined)
    throw new Error(`no section has the name ${name}; the names are ${Object.keys(sections).join(', ')}`);
  return found;
}

if (options.scenario !== undefined) await runSeeds(JSON.parse(options.scenario) as Partial<Scenario>);
else for (const each of options.sections.split(',').map(sectionOf)) console.log(await section(each));
