import { Argument, type Command } from 'commander';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { commandWords } from '../completion/words.ts';
import { zshCompletion } from '../completion/zsh.ts';

/** The functions that make a completion script, by shell. */
const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof shells;

export function addCompletion(program: Command, context: Context): void {
  program
    .command('completion')
    .summary('print a script that completes commands in a shell')
    .description('Print a script that completes commands, options and files when you press Tab in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText('after', help)
    .action((shell: Shell) => {
      context.out.print(shells[shell](commandWords(program)).trimEnd());
      context.finish(exit.passed);
    });
}

const help = `
The script needs downpour on PATH. Make it again after an update of downpour.
For zsh, add \`. ~/.downpour-completion.zsh\` to ~/.zshrc, after compinit. For fish, add
\`source ~/.downpour-completion.fish\` to ~/.config/fish/config.fish.

Examples:
  $ downpour completion bash > ~/.downpour-completion && echo '. ~/.downpour-completion' >> ~/.bashrc
  $ downpour completion zsh > ~/.downpour-completion.zsh
  $ downpour completion fish > ~/.downpour-completion.fish`;
