import { spawn } from 'node:child_process';

/**
 * A shell script that ends a process group when this command is killed. It reads a line from a pipe. When the
 * command is killed, the system closes the pipe without a line. The script then asks the group to end, and
 * kills the group a second later.
 */
const script = 'read -r line && exit; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

/**
 * Ends a group of processes when this process is killed. A second process watches for that. After the
 * disposal the group may continue.
 */
export function endWithCommand(group: number): Disposable {
  // The watching process has its own process group. A signal to this process's terminal or group then does
  // not end the watching process first.
  const watch = spawn('sh', ['-c', script, 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  // Errors of the watching process are ignored. Without it, the group is only not ended when this process is
  // killed.
  for (const each of [watch, watch.stdin]) each.on('error', () => undefined);
  return { [Symbol.dispose]: () => void watch.stdin.end('over\n') };
}
