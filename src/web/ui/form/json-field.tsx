import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { CodeField } from '../code/code-field.tsx'

interface JsonFieldProps {
  readonly label: string
  readonly value: unknown
  /** Of text that is JSON; undefined if it is empty. */
  readonly onChange: (value: unknown) => void
  /** Whether such a value can be taken. Default: every one can. */
  readonly takes?: (value: unknown) => boolean
  readonly hint?: string | undefined
  readonly error?: string | null
  readonly rows?: number
}

/** A value as JSON. What is written here stays as it is written; what the form changes meanwhile replaces it. */
export function JsonField({ value, onChange, takes = () => true, error, rows = 6, ...field }: JsonFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const written = formatted(value)
  const parsed = text === null ? null : parse(text, takes)
  const isWrong = text !== null && parsed === null
  const isOwn = text !== null && (parsed === null || formatted(parsed.value) === written)
  const change = (next: string): void => {
    const found = parse(next, takes)
    setText(next)
    if (found) onChange(found.value)
  }
  return (
    <CodeField
      {...field}
      value={isOwn ? text : written}
      onChange={change}
      language="checkedJson"
      error={isWrong ? lateTexts.editor.jsonWrong : (error ?? null)}
      rows={rows}
    />
  )
}

const formatted = (value: unknown): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 2)

/** Null: it is not valid JSON, or not accepted. */
function parse(text: string, takes: (value: unknown) => boolean): { readonly value: unknown } | null {
  try {
    const value: unknown = text.trim() === '' ? undefined : JSON.parse(text)
    return takes(value) ? { value } : null
  } catch {
    return null
  }
}
