import { TextField } from './field.tsx'

interface PasswordFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | null | undefined
  /** It is chosen here, so that the browser suggests one instead of filling in the stored one. */
  readonly isNew?: boolean
  readonly autoFocus?: boolean
}

export const PasswordField = ({ isNew = false, ...field }: PasswordFieldProps) => (
  <TextField {...field} type="password" autoComplete={isNew ? 'new-password' : 'current-password'} isRequired />
)
