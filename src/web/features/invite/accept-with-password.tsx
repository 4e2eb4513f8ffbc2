import { useState } from 'react'
import type { FormEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useAccept } from './api.ts'
import type { Accepting } from './api.ts'
import { enter } from './invite-token.ts'

const words = lateTexts.people

/** Accepts an invite by a new password, or by that of the person. */
export function AcceptWithPassword({ offer, token }: Accepting) {
  const isNew = offer.way === 'NEW'
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const accept = useAccept()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { token, password, ...(isNew && name.trim() !== '' && { name: name.trim() }) }
    accept.mutate({ body }, { onSuccess: () => enter(offer) })
  }
  const isWrong = accept.error instanceof ApiError && accept.error.code === 'SIGN_IN_FAILED'
  const mistake = isWrong ? words.wrongPassword : accept.error?.fields['password']
  return (
    <form className="stack gap16 mt24" onSubmit={submit}>
      {/* Password managers keep the address with the password. */}
      <input type="hidden" name="username" autoComplete="username" value={offer.email} />
      {isNew ? (
        <TextField label={words.name} value={name} onChange={setName} autoComplete="name" maxLength={255} autoFocus />
      ) : (
        <p>{words.known(offer.email)}</p>
      )}
      <PasswordField
        label={isNew ? words.newPassword : words.password}
        value={password}
        onChange={setPassword}
        error={mistake}
        isNew={isNew}
        autoFocus={!isNew}
      />
      {!mistake && <ErrorNote error={accept.error} />}
      <Button kind="primary" size="large" type="submit" isBusy={accept.isPending}>
        {words.accept}
      </Button>
    </form>
  )
}
