import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../lib/project.ts';

type Machine = { readonly StartAt: string; readonly States: { readonly [name: string]: State } };
type Next = { readonly Next: string };
type State = {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly End?: boolean;
  readonly Choices?: readonly Next[];
  readonly Catch?: readonly Next[];
  readonly ItemProcessor?: Machine;
};

/** The state machine of a burst as a diagram, from the deployed definition. */
export function burstDiagram(): string {
  const text = readFileSync(join(project, 'functions/driver/burst.asl.json'), 'utf8');
  return ['```mermaid', 'stateDiagram-v2', ...linesOf(JSON.parse(text), '  '), '```'].join('\n');
}

/**
 * The lines of a diagram for a state machine. Transitions after errors have a mark. A state that maps over
 * items contains another state machine.
 */
function linesOf({ StartAt, States }: Machine, indent: string): readonly string[] {
  const lines = Object.entries(States).flatMap(([name, state]) => {
    const next = [state.Next, state.Default, ...(state.Choices ?? []).map((choice) => choice.Next)];
    const usual = new Set(next.filter((each) => each !== undefined));
    const failed = new Set((state.Catch ?? []).map((each) => each.Next).filter((each) => !usual.has(each)));
    const isLast = state.End === true || ['Fail', 'Succeed'].includes(state.Type);
    return [
      ...(state.ItemProcessor === undefined
        ? []
        : [`state ${name} {`, ...linesOf(state.ItemProcessor, '  '), '}']),
      ...[...usual].map((other) => `${name} --> ${other}`),
      ...[...failed].map((other) => `${name} --> ${other} : error`),
      ...(isLast ? [`${name} --> [*]`] : []),
    ];
  });
  return [`[*] --> ${StartAt}`, ...lines].map((line) => `${indent}${line}`);
}
