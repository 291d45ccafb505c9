import { useEffect, useRef } from 'preact/hooks';

type RecordNameProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly change: (name: string) => void;
  /** The reason why the API refuses the name. */
  readonly reason: string | undefined;
};

/** The most characters of a name in the contract. */
const nameMax = 256;

/**
 * The field for the name of a record. It takes the focus and shows the reason when the API refuses the name.
 */
export function RecordName({ id, label, value, change, reason }: RecordNameProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (reason !== undefined) field.current?.focus();
  }, [reason]);
  return (
    <>
      <p class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          ref={field}
          value={value}
          maxLength={nameMax}
          autocomplete="off"
          aria-invalid={reason !== undefined}
          aria-describedby={reason && 'name-reason'}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </p>
      {reason !== undefined && (
        <p class="failure" id="name-reason" role="alert">
          {reason}
        </p>
      )}
    </>
  );
}
