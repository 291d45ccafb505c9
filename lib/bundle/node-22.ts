/**
 * Globals that Node 22 lacks: bundles take them from here, where the ones of a newer Node are used if they
 * are there.
 */
export { AsyncDisposableStack, DisposableStack } from '@whatwg-node/disposablestack';
