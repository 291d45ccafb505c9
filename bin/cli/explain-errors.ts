import type { Command, HelpContext } from 'commander';
import { misplacedHint } from './misplaced.ts';
import { otherToolHint } from './other-tools.ts';

/**
 * Explains usage errors. In `run --json shop.yaml`, for example, the option has taken the file, and `--vus`
 * is an option of another tool.
 */
export function explainErrors(command: Command): void {
  const error = command.error.bind(command);
  command.error = (message, options) => {
    const took = command.options.flatMap((option) => {
      const value: unknown = command.getOptionValue(option.attributeName());
      const isTyped = command.getOptionValueSource(option.attributeName()) === 'cli';
      const name = option.long ?? option.short;
      return isTyped && typeof value === 'string' ? [`'${value}' is the value of ${name}`] : [];
    });
    if (options?.code === 'commander.missingArgument' && took.length > 0)
      return error(`${message}, because ${took.join(' and ')}: add the argument`, options);
    // Commander reports an absent option before an unknown one, which may be its misspelt form.
    const unknown = command.args.find((word) => /^-./.test(word));
    if (options?.code === 'commander.missingMandatoryOptionValue' && unknown !== undefined)
      return command.error(`error: unknown option '${unknown}', and ${message.replace('error: ', '')}`, {
        ...options,
        code: 'commander.unknownOption',
      });
    const absent = command.options.find(({ flags }) => message.includes(`required option '${flags}' not`));
    if (absent?.argChoices)
      return error(`${message}. Allowed choices are ${absent.argChoices.join(', ')}.`, options);
    if (message.includes("required option '--cron "))
      return error(`${message}. For each day at 03:00 UTC: --cron '0 3 * * *'`, options);
    const hint = otherToolHint(command, message) ?? misplacedHint(command, message);
    return error(hint === undefined ? message : `${message.split('\n', 1)[0]}\n${hint}`, options);
  };
  const help = command.help.bind(command);
  command.help = (context) => {
    const [first, word] = command.args;
    // For `help WORD` with an unknown word, Commander reports no error. So the word alone is parsed, which
    // reports it.
    if (first === 'help' && word !== undefined) command.parse([word], { from: 'user' });
    return help(context as HelpContext);
  };
  command.commands.forEach(explainErrors);
}
