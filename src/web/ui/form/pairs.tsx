import { lateTexts } from '../../strings/late.ts'
import { RowsField } from './rows-field.tsx'
import type { RowsProps } from './rows-field.tsx'

const words = lateTexts.editor

interface Pair {
  readonly key: string
  readonly value: string
}

/** Names with values, for example headers. */
export const Pairs = (rows: RowsProps<Pair>) => (
  <RowsField {...rows} empty={{ key: '', value: '' }}>
    {({ key, value }, set) => (
      <>
        <input
          className="mono"
          aria-label={`${rows.label}: ${words.fields.key}`}
          value={key}
          onChange={(event) => set({ key: event.target.value })}
        />
        <input
          className="mono"
          aria-label={`${rows.label}: ${words.fields.value}`}
          value={value}
          onChange={(event) => set({ value: event.target.value })}
        />
      </>
    )}
  </RowsField>
)
