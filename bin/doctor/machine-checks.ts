import { planning } from '../../lib/driver/planning/limits.ts';
import { bytes, counted, exactly } from '../../lib/report/units.ts';
import { type Check, failed, ok, warning } from './check.ts';
import type { MachineFacts } from './machine-facts.ts';

/** The checks of a machine that sends load. */
export const machineChecks = (facts: MachineFacts): readonly Check[] =>
  [
    nodeCheck(facts),
    coresCheck(facts),
    descriptorsCheck(facts),
    portsCheck(facts),
    listenCheck(facts),
    memoryCheck(facts),
    diskCheck(facts),
    clockCheck(facts),
  ].flatMap((check) => check ?? []);

const nodeMajorMin = 22;

function nodeCheck({ node }: MachineFacts): Check {
  const [major = 0] = node.split('.').map(Number);
  return major >= nodeMajorMin
    ? ok('node', `Node ${node}`)
    : failed('node', `Node ${node}`, `install Node ${nodeMajorMin} or newer`);
}

function coresCheck({ cores }: MachineFacts): Check {
  return cores > 1
    ? ok('cores', `${cores} cores, and each shard needs one core`)
    : warning(
        'cores',
        'one core, which all shards and other programs share',
        'check in each report how long after their planned time users started, or use a machine with more cores',
      );
}

function descriptorsCheck({ descriptors }: MachineFacts): Check | undefined {
  if (descriptors === undefined) return undefined;
  const says = `${exactly(descriptors)} open file descriptors per process`;
  if (descriptors < 512) return failed('descriptors', says, 'raise the limit: ulimit -n 65536');
  return descriptors > planning.descriptorsShard
    ? ok('descriptors', says)
    : warning(
        'descriptors',
        `${says}: a shard may need more connections than that`,
        'raise the limit: ulimit -n 65536',
      );
}

const portsMin = 10_000;

function portsCheck({ ports }: MachineFacts): Check | undefined {
  if (ports === undefined) return undefined;
  const says = `${counted(ports, 'port')} for connections to one address`;
  return ports >= portsMin
    ? ok('ports', says)
    : warning(
        'ports',
        says,
        'widen the range net.ipv4.ip_local_port_range, or let the benchmark reuse connections',
      );
}

const listenCheck = ({ listenFault }: MachineFacts): Check =>
  listenFault === undefined
    ? ok('loopback', 'this process can listen on ports of 127.0.0.1')
    : failed(
        'loopback',
        `this process cannot listen on any port of 127.0.0.1: ${listenFault}`,
        'allow this process to listen on ports of 127.0.0.1',
      );

const memoryBytes = { failed: 256e6, warning: 1e9 } as const;

function memoryCheck({ freeMemoryBytes }: MachineFacts): Check {
  const says = `${bytes(freeMemoryBytes)} of memory free`;
  if (freeMemoryBytes < memoryBytes.failed)
    return failed('memory', says, 'end programs that use much memory');
  return freeMemoryBytes < memoryBytes.warning
    ? warning(
        'memory',
        says,
        'a shard with many users needs about a gigabyte: end programs that use much memory',
      )
    : ok('memory', says);
}

const diskBytes = { failed: 50e6, warning: 1e9 } as const;

function diskCheck({ freeDiskBytes }: MachineFacts): Check | undefined {
  if (freeDiskBytes === undefined) return undefined;
  const says = `${bytes(freeDiskBytes)} of disk free where runs are kept`;
  const advice = 'free disk space, or name another folder with --data';
  if (freeDiskBytes < diskBytes.failed) return failed('disk', says, advice);
  return freeDiskBytes < diskBytes.warning ? warning('disk', says, advice) : ok('disk', says);
}

const timerLateMsMax = 5;
const clockStepMsMax = 20;

function clockCheck({ timerLateMsP99, clockStepMs }: MachineFacts): Check {
  if (Math.abs(clockStepMs) > clockStepMsMax)
    return warning(
      'clock',
      `the clock jumped by ${Math.round(clockStepMs)} ms during this check`,
      'wait until the time service of this machine has set the clock, because runs start at a time of this clock',
    );
  const says = `timers come ${timerLateMsP99.toFixed(1)} ms late at p99`;
  return timerLateMsP99 <= timerLateMsMax
    ? ok('clock', says)
    : warning(
        'clock',
        says,
        'other programs keep the processor busy, so users would start late: end these programs',
      );
}
