import { useEffect, useRef } from 'preact/hooks';

/**
 * Whether the component is still on the screen. An answer that comes late must not lead a person away from
 * the screen that the person has opened meanwhile.
 */
export function useShown(): { readonly current: boolean } {
  const shown = useRef(true);
  useEffect(
    () => () => {
      shown.current = false;
    },
    [],
  );
  return shown;
}
