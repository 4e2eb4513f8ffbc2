import { lateTexts } from '../strings/late.ts'
import { TextField } from '../ui/field.tsx'
import { RowsField } from '../ui/form/rows-field.tsx'
import type { RowsProps } from '../ui/form/rows-field.tsx'
import styles from './metric-limits-field.module.css'

const words = lateTexts.heartbeat.limits

/** In the order of their values. */
const bounds = ['failedBelow', 'degradedBelow', 'degradedAbove', 'failedAbove'] as const

type Limit = { readonly name: string; readonly unit?: string | null } & {
  readonly [name in (typeof bounds)[number]]?: number | null
}

/** The limits of the numbers that pings send, a row for each number; an empty limit is null. */
export const MetricLimitsField = ({ hint, ...rows }: RowsProps<Limit> & { readonly hint: string | undefined }) => (
  <div className="stack gap4">
    <RowsField<Limit> {...rows} empty={{ name: '' }}>
      {(limit, set) => (
        <div className={styles.limits} role="group" aria-label={limit.name || words.unnamed}>
          <TextField label={words.name} value={limit.name} isMono isRequired onChange={(name) => set({ name })} />
          <TextField label={words.unit} value={limit.unit ?? ''} onChange={(unit) => set({ unit: unit || null })} />
          {bounds.map((name) => (
            <TextField
              key={name}
              label={words[name]}
              type="number"
              value={String(limit[name] ?? '')}
              onChange={(text) => set({ [name]: text === '' ? null : Number(text) })}
            />
          ))}
        </div>
      )}
    </RowsField>
    <p className="small mute">{hint}</p>
  </div>
)
