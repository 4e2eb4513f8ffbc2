import { lateTexts } from '../../strings/late.ts'
import styles from './credentials.module.css'
import { TextField } from '../field.tsx'

const words = lateTexts.editor

interface CredentialsProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | null
}

/** User name and password of HTTP Basic authentication; both empty: none. */
export function Credentials({ label, value, onChange, error }: CredentialsProps) {
  const { username, password } = { username: '', password: '', ...Object(value) } as Readonly<Record<string, string>>
  const set = (changes: object): void => {
    const next = { username, password, ...changes }
    onChange(next.username === '' && next.password === '' ? null : next)
  }
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <div className={`${styles.both} mt4`}>
        <TextField
          label={words.username}
          value={username ?? ''}
          onChange={(text) => set({ username: text })}
          error={error}
          autoComplete="off"
        />
        <TextField
          label={words.password}
          type="password"
          value={password ?? ''}
          onChange={(text) => set({ password: text })}
          hint={words.passwordHint}
          autoComplete="new-password"
        />
      </div>
    </fieldset>
  )
}
