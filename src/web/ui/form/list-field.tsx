import { useState } from 'react'
import { TextField } from '../field.tsx'

interface ListFieldProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (items: readonly string[]) => void
  readonly hint?: string | undefined
  readonly error: string | null
}

/** A list of texts, separated by commas. The text stays as it is typed; the list follows. */
export function ListField({ value, onChange, ...field }: ListFieldProps) {
  const [text, setText] = useState(Array.isArray(value) ? value.join(', ') : '')
  return (
    <TextField
      {...field}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(next.split(',').flatMap((item) => item.trim() || []))
      }}
    />
  )
}
