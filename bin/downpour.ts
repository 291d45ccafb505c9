import { buildProgram } from './commands/program.ts';
import { main } from './main.ts';

/** The command line: `commands/` holds what it can do. */
await main(buildProgram);
