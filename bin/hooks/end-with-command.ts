import { spawn } from 'node:child_process';

/**
 * The script reads one line. When the command is killed, the system closes its end of the pipe without a
 * line. The script then asks the group to end, and kills it a second later.
 */
const script = 'read -r line && exit; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

/**
 * Ends a group of processes when this process is killed. A killed process cannot do that itself, so another
 * process waits for it. After the disposal the group may continue.
 */
export function endWithCommand(group: number): Disposable {
  // The watching process has its own process group. A signal that ends this process by its terminal or group
  // must not end the watching process first.
  const watch = spawn('sh', ['-c', script, 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  // Without the watching process only this guard is lost.
  for (const each of [watch, watch.stdin]) each.on('error', () => undefined);
  return { [Symbol.dispose]: () => void watch.stdin.end('over\n') };
}
