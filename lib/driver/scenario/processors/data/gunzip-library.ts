// Exports only the parts of the package that Downpour uses, so that a bundle contains no other parts. The
// package's other entry loads Node's threads.
export { FlateErrorCode, Gunzip } from 'fflate/browser';
