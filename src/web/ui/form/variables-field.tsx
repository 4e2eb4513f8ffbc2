import { lateTexts } from '../../strings/late.ts'
import { RowsField } from './rows-field.tsx'
import type { RowsProps } from './rows-field.tsx'

const words = lateTexts.editor

interface Variable {
  readonly key: string
  /** Null: the stored value of a secret. */
  readonly value: string | null
  readonly locked: boolean
  readonly secret: boolean
}

/** Who sees the value: everybody, nobody in the interface, nobody at all. */
const visibilities = ['PLAIN', 'LOCKED', 'SECRET'] as const
const visibilityOf = ({ locked, secret }: Variable) => (secret ? 'SECRET' : locked ? 'LOCKED' : 'PLAIN')

/** Environment variables; the values of secrets are written and never read. */
export const VariablesField = (rows: RowsProps<Variable>) => (
  <RowsField {...rows} empty={{ key: '', value: '', locked: false, secret: false }}>
    {(variable, set) => (
      <>
        <input
          className="mono"
          aria-label={`${rows.label}: ${words.fields.key}`}
          placeholder={words.fields.key}
          value={variable.key}
          onChange={(event) => set({ key: event.target.value })}
        />
        <input
          className="mono"
          type={variable.locked || variable.secret ? 'password' : 'text'}
          autoComplete="off"
          aria-label={`${rows.label}: ${words.fields.value}`}
          placeholder={variable.value === null ? words.variable.kept : words.fields.value}
          value={variable.value ?? ''}
          onChange={(event) => set({ value: event.target.value })}
        />
        <select
          aria-label={`${rows.label}: ${words.variable.visibility}`}
          value={visibilityOf(variable)}
          onChange={({ target: { value } }) => set({ locked: value === 'LOCKED', secret: value === 'SECRET' })}
        >
          {visibilities.map((one) => (
            <option key={one} value={one}>
              {words.variable[one]}
            </option>
          ))}
        </select>
      </>
    )}
  </RowsField>
)
