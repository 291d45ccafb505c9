type Guarded<Place extends readonly unknown[]> = {
  begin?(...place: Place): void;
  end?(...place: Place): void;
  abort?(...place: Place): void;
};

/**
 * Passes data to the handlers inside a condition only while the condition holds. The condition is evaluated
 * at the beginning of a response, and again for each value or header line. The handlers begin when it first
 * holds. In a response in which it never holds, they keep the values of earlier responses.
 */
export function openedBy<Place extends readonly unknown[]>(
  holds: (...place: Place) => boolean,
  inner: Guarded<Place>,
) {
  let isOpen = false;
  const opens = (...place: Place): boolean => {
    if (!holds(...place)) return false;
    if (!isOpen) inner.begin?.(...place);
    isOpen = true;
    return true;
  };
  return {
    opens,
    begin(...place: Place): void {
      isOpen = false;
      opens(...place);
    },
    end(...place: Place): void {
      if (isOpen) inner.end?.(...place);
    },
    abort(...place: Place): void {
      if (isOpen) inner.abort?.(...place);
    },
  };
}
