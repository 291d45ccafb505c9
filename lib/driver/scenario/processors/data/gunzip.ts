// The parts of the package that Downpour uses, so that a bundle contains no more of it. The other entry loads
// Node's threads.
export { FlateErrorCode, Gunzip } from 'fflate/browser';
