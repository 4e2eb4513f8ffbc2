import type { SelectHTMLAttributes } from 'react'
import styles from './select.module.css'

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
}

export interface SelectProps<V extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange'
> {
  readonly value: string
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
  readonly isSmall?: boolean
}

/** One of several. Alone it needs `aria-label`. */
export const Select = <V extends string>({ value, options, onChange, isSmall, ...rest }: SelectProps<V>) => (
  <select
    value={value}
    onChange={(event) => {
      const chosen = options.find((option) => option.value === event.target.value)
      if (chosen) onChange(chosen.value)
    }}
    {...(isSmall && { className: styles.small })}
    {...rest}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
