// What is used of the package, so that a bundle holds no more of it. The other entry loads Node's threads.
export { FlateErrorCode, Gunzip } from 'fflate/browser';
