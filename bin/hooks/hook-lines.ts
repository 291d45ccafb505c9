import type { Hooks } from '../../lib/driver/model/benchmark.ts';
import type { Paint } from '../terminal/terminal.ts';

/** Commands as they would run, each on its lines. */
export const hookLines = (hooks: Hooks | undefined, paint: Paint): string[] =>
  (['pre', 'post'] as const).flatMap((kind) =>
    (hooks?.[kind] ?? []).map(({ name, command }) => {
      const lines = command.trimEnd().replaceAll('\n', '\n            ');
      return `  ${paint.dim(kind.padEnd(6))}  ${name}: ${lines}`;
    }),
  );
