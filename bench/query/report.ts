import { median, table } from '../table.ts';
import type { Measured } from './contender.ts';

/** The measurements of all rounds: by query, then by contender. */
export type Rounds = readonly {
  readonly question: string;
  readonly answers: readonly { readonly name: string; readonly rounds: readonly Measured[] }[];
}[];

const head = ['', 'by', 'way', 'values', 'cold CPU ms', '÷', 'wall ms', 'memory', 'bytes read'];

/** A table. `÷` is the ratio of a contender's cold CPU time to that of the baseline. */
export function costs(measured: Rounds, baseline: string): string {
  const rows = measured.flatMap(({ question, answers }) => {
    const base = answers.find(({ name }) => name === baseline);
    return answers.map(({ name, rounds }, at) => [
      at === 0 ? question : '',
      name,
      ...cells(rounds, base && cpuOf(base.rounds)),
    ]);
  });
  return table([...head, 'warm CPU ms', 'wall ms'], rows);
}

const cpuOf = (rounds: readonly Measured[]): number => median(rounds.map(({ cold }) => cold.cpuMs));

function cells(rounds: readonly Measured[], baseCpuMs: number | undefined): string[] {
  const [first] = rounds;
  if (first === undefined) return [];
  const { way, count, bytesRead, warm } = first;
  const warmOf = (figure: 'cpuMs' | 'wallMs'): string =>
    warm === undefined ? '-' : digits(median(rounds.map((one) => one.warm?.[figure] ?? 0)));
  return [
    way,
    whole(count),
    digits(cpuOf(rounds)),
    baseCpuMs === undefined ? '-' : (cpuOf(rounds) / baseCpuMs).toFixed(2),
    digits(median(rounds.map(({ cold }) => cold.wallMs))),
    median(rounds.map(({ memoryMb }) => memoryMb)).toFixed(0),
    whole(bytesRead),
    warmOf('cpuMs'),
    warmOf('wallMs'),
  ];
}

const whole = (number: number | undefined): string => number?.toLocaleString('en') ?? '-';
const digits = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);
