type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  /** The options. Each has a value and a word that the page shows. */
  readonly options: readonly (readonly [value: T, word: string])[];
  readonly choose: (value: T) => void;
};

/** A list of options with its label. */
export function Choice<T extends string>({ label, value, options, choose }: ChoiceProps<T>) {
  return (
    <label>
      <span class="quiet">{label} </span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as T)}>
        {options.map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}
