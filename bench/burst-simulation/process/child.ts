/** Simulates the scenario that it receives as JSON, and prints the outcome as JSON. */
import { writeSync } from 'node:fs';
import type { Scenario } from '../scenario.ts';
import { simulate } from '../simulate.ts';

const scenario = JSON.parse(process.argv[2] ?? '{}') as Scenario;
try {
  writeSync(1, JSON.stringify(await simulate(scenario)));
  process.exit(0);
} catch (error) {
  writeSync(2, error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
