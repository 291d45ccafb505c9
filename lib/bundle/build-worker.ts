/** The process that runs one build for its parent process. It ends when the parent process ends. */

import { buildFunctions } from './build-functions.ts';
import type { Cause, Done, Order } from './child-build.ts';
import { bundleProgram } from './program.ts';

async function answer(order: Order): Promise<Done> {
  try {
    if (order.kind === 'program') return { note: await bundleProgram() };
    await Promise.all(order.orders.map(buildFunctions));
    return {};
  } catch (error) {
    if (!(error instanceof Error)) return { problem: String(error) };
    return { problem: error.message, of: causeOf(error) };
  }
}

/** The cause of a build error. When the process of esbuild has ended, only the text of the error shows it. */
function causeOf(error: Error): Cause | undefined {
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall?.startsWith('spawn') || /^The service (was stopped|is no longer running)/.test(error.message))
    return 'bundler';
  return syscall === undefined ? undefined : 'files';
}

process.once('message', async (order) => {
  process.send?.(await answer(order as Order), () => process.exit());
});
process.once('disconnect', () => process.exit(1));
