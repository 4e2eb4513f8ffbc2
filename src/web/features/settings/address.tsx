import { useState } from 'react'
import type { FormEvent } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useChangeEmailAddress, useEmailAddress, useWithdrawEmailAddress } from './api.ts'
import type { PendingAddress } from './api.ts'
import styles from './profile-screen.module.css'

const words = lateTexts.address

/** The address of the person, and the one that waits until its link was opened. */
export function Address({ hasPassword }: { readonly hasPassword: boolean }) {
  const address = useEmailAddress()
  return (
    <section className={`pane pad stack ${styles.fields}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Loaded query={address} rows={2}>
        {({ email, pendingAddress }) => (
          <>
            <p className="dim">{email}</p>
            <Change pending={pendingAddress} hasPassword={hasPassword} />
          </>
        )}
      </Loaded>
    </section>
  )
}

interface ChangeProps {
  readonly pending: PendingAddress | null
  readonly hasPassword: boolean
}

function Change({ pending, hasPassword }: ChangeProps) {
  const change = useChangeEmailAddress()
  const withdraw = useWithdrawEmailAddress()
  const made = change.data?.pendingAddress
  return (
    <>
      {pending && (
        <Waiting
          pending={pending}
          link={made?.email === pending.email ? made.link : undefined}
          isBusy={change.isPending}
          onSend={() => change.mutate({ body: { email: pending.email } })}
          onWithdraw={() => withdraw.mutate(undefined, { onError: toastError })}
        />
      )}
      <NewAddress change={change} hasPassword={hasPassword} />
    </>
  )
}

interface NewAddressProps {
  readonly change: ReturnType<typeof useChangeEmailAddress>
  readonly hasPassword: boolean
}

function NewAddress({ change, hasPassword }: NewAddressProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const onSuccess = (): void => {
    setEmail('')
    setPassword('')
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { email: email.trim(), ...(hasPassword && { currentPassword: password }) }
    change.mutate({ body }, { onSuccess })
  }
  const mistake = change.error?.fields['email']
  return (
    <form className="stack" onSubmit={onSubmit}>
      <TextField
        label={words.field}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={mistake}
        isRequired
      />
      {hasPassword && <PasswordField label={words.currentPassword} value={password} onChange={setPassword} />}
      {!mistake && <ErrorNote error={change.error} />}
      <div>
        <Button type="submit" isBusy={change.isPending}>
          {words.change}
        </Button>
      </div>
    </form>
  )
}

interface WaitingProps {
  readonly pending: PendingAddress
  /** Shown once, so that it can be passed on. */
  readonly link: string | undefined
  readonly isBusy: boolean
  readonly onSend: () => void
  readonly onWithdraw: () => void
}

const Waiting = ({ pending: { email, expiresAt, mail }, link, isBusy, onSend, onWithdraw }: WaitingProps) => (
  <div className="stack" role="status">
    <p>
      {link === undefined ? saidOf[mail.status](email) : words.passOn}{' '}
      {mail.status === 'REJECTED' && <span className="mute small">{mail.response}</span>}
    </p>
    <p className="mute small">
      {words.until} <Moment at={expiresAt} />
    </p>
    {link !== undefined && <CodeBlock label={words.link} text={link} />}
    <div className="row wrap">
      <Button size="small" isBusy={isBusy} onClick={onSend}>
        {mail.status === 'NONE' ? words.newLink : words.sendAgain}
      </Button>
      <Button size="small" onClick={onWithdraw}>
        {words.withdraw}
      </Button>
    </div>
  </div>
)

const saidOf: Readonly<Record<PendingAddress['mail']['status'], (email: string) => string>> = {
  NONE: words.notMailed,
  PENDING: words.sending,
  RETRY: words.retry,
  SENT: words.sent,
  REJECTED: words.rejected,
}
