/** Runs one build for its parent process. It ends with the parent process. */
import type { Done, Order } from './child-build.ts';
import { buildFunctions } from './functions.ts';
import { bundleProgram } from './program.ts';

async function answer(order: Order): Promise<Done> {
  try {
    if (order.kind === 'program') return { note: await bundleProgram() };
    await Promise.all(order.orders.map(buildFunctions));
    return {};
  } catch (error) {
    if (!(error instanceof Error)) return { problem: String(error) };
    return { problem: error.message, isOfFiles: 'syscall' in error };
  }
}

process.once('message', async (order) => {
  process.send?.(await answer(order as Order), () => process.exit());
});
process.once('disconnect', () => process.exit(1));
