import { spawn } from 'node:child_process';

/**
 * Reads one line. A command that is killed writes none: its end of the pipe is closed by the system. The
 * group is then asked to end, and ended a second later.
 */
const script = 'read -r line && exit; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

/**
 * Ends a group of processes when this process is killed meanwhile, in whatever way. Nothing in the killed
 * process can do that, so a process of its own waits for it. Disposed: the group may go on.
 */
export function endWithCommand(group: number): Disposable {
  // In a group of its own: what ends this process by its terminal or its group must not end this one first.
  const watch = spawn('sh', ['-c', script, 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  // Without it nothing is lost but this guard.
  for (const each of [watch, watch.stdin]) each.on('error', () => undefined);
  return { [Symbol.dispose]: () => void watch.stdin.end('over\n') };
}
