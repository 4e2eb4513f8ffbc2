import { RowsField } from './rows-field.tsx'
import type { RowsProps } from './rows-field.tsx'

/** A list of texts that may contain any character, each in a row. */
export const TextsField = ({ value, onChange, ...rows }: RowsProps<string>) => (
  <RowsField
    {...rows}
    value={Array.isArray(value) ? value.map((text) => ({ text: String(text) })) : []}
    onChange={(items) => onChange(items.map(({ text }) => text))}
    empty={{ text: '' }}
  >
    {({ text }, set) => (
      <textarea rows={2} aria-label={rows.label} value={text} onChange={(event) => set({ text: event.target.value })} />
    )}
  </RowsField>
)
