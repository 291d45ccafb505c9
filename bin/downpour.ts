import { main } from './cli/main.ts';
import { buildProgram } from './program.ts';

/** The command line: `commands/` holds what it can do. */
await main(buildProgram);
