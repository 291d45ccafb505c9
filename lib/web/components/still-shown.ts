import { useEffect, useRef } from 'preact/hooks';

/**
 * Whether the component is still on the screen. Without this check, a late answer could lead a person away
 * from a screen that the person has opened meanwhile.
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
