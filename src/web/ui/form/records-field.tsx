import type { FormField } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import type { Body } from './body.ts'
import { RowsField } from './rows-field.tsx'
import type { RowsProps } from './rows-field.tsx'

const labels: Readonly<Partial<Record<string, string>>> = lateTexts.editor.fields

interface RecordsProps extends RowsProps<Body> {
  readonly parts: NonNullable<FormField['parts']>
}

/** Rows of texts, for example headers. */
export const RecordsField = ({ parts, ...rows }: RecordsProps) => (
  <RowsField {...rows} empty={Object.fromEntries(parts.map(({ name }) => [name, '']))}>
    {(row, set) =>
      parts.map(({ name, label }) => (
        <input
          key={name}
          className="mono"
          aria-label={`${rows.label}: ${labels[label] ?? label}`}
          placeholder={labels[label]}
          value={String(row[name] ?? '')}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))
    }
  </RowsField>
)
