// The parts of the package that Downpour uses, so that a bundle contains no more of it.
export { QuoteType, Tokenizer } from 'htmlparser2';
