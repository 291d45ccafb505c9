import { main } from './cli/main.ts';
import { buildProgram } from './program.ts';

/** The command line. `commands/` has its commands. */
await main(buildProgram);
