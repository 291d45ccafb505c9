import * as words from '../words/frame.ts';

/** States that a form has the text that the person typed before, and offers to discard it. */
export const Restored = ({ discard }: { readonly discard: () => void }) => (
  <p role="status">
    {words.restored()}{' '}
    <button type="button" onClick={discard}>
      {words.discard()}
    </button>
  </p>
);
