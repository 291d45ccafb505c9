import { main } from './cli/main.ts';
import { buildProgram } from './program.ts';

/** Runs the command line, whose commands are in `commands/`. */
await main(buildProgram);
