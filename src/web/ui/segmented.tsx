import type { HTMLAttributes } from 'react'
import type { Option } from './select.tsx'
import styles from './segmented.module.css'

/** Buttons side by side, of which those that are pressed are in force. */
export const Segments = ({
  isSmall = false,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { readonly isSmall?: boolean }) => (
  <div className={isSmall ? `${styles.segments} ${styles.small}` : styles.segments} role="group" {...rest} />
)

/** One of a few, side by side. */
export const Segmented = <V extends string>({
  label,
  value,
  options,
  onChange,
  isSmall = false,
}: {
  readonly label: string
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
  readonly isSmall?: boolean
}) => (
  <Segments isSmall={isSmall} aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </Segments>
)
