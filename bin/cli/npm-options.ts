import type { Command } from 'commander';

/**
 * Refuses options that npm has kept, as in `npm run deploy --dry-run`. npm passes on only the options after
 * `--`. It gives the others to the process as environment variables, and the command would run without them.
 */
export function refuseKept(command: Command, environment: NodeJS.ProcessEnv): Command {
  if (environment.npm_lifecycle_event === undefined) return command;
  const kept = command.options.flatMap(({ long, required }) => {
    const value = environment[`npm_config_${long?.slice(2).replaceAll('-', '_')}`];
    if (long === undefined || ofNpm.has(long) || !value) return [];
    if (value !== 'true') return [`${long} ${value}`];
    return [required ? `${long} VALUE` : long];
  });
  if (kept.length === 0) return command;
  return command.error(
    `error: npm kept ${kept.join(' and ')}, because npm passes on only options after '--'. Write: ${command.name()} ${kept.join(' ')}`,
  );
}

/**
 * Options that people also set for npm itself. Without them a command asks or refuses, and changes nothing.
 */
const ofNpm: ReadonlySet<string> = new Set(['--yes', '--json', '--force']);
