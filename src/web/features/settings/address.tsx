import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { lateTexts } from '../../strings/late.ts'
import { every } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = lateTexts.address
const followMs = 2_000

type Pending = NonNullable<Answer<'getEmailAddress'>['pendingAddress']>

/** The address of the person, and the one that waits until its link was opened. */
export function Address({ hasPassword }: { readonly hasPassword: boolean }) {
  const address = useOperation('getEmailAddress')
  useMailFollowed(address.data?.pendingAddress, address.refetch)
  return (
    <section className="pane pad stack fields" aria-label={words.title}>
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

/** Reads again while a mail is under way. */
function useMailFollowed(pending: Pending | null | undefined, refetch: () => unknown): void {
  const status = pending?.mail.status
  const isMailing = status === 'PENDING' || status === 'RETRY'
  useEffect(() => {
    if (!isMailing) return undefined
    return every(followMs, () => document.hidden || void refetch())
  }, [isMailing, refetch])
}

function Change({ pending, hasPassword }: { readonly pending: Pending | null; readonly hasPassword: boolean }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const change = useChange('changeEmailAddress')
  const withdraw = useChange('withdrawEmailAddress')
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const clear = (): void => {
      setEmail('')
      setPassword('')
    }
    change.mutate(
      { body: { email: email.trim(), ...(hasPassword && { currentPassword: password }) } },
      { onSuccess: clear },
    )
  }
  const made = change.data?.pendingAddress
  return (
    <>
      {pending && (
        <Waiting
          pending={pending}
          link={made?.email === pending.email ? made.link : undefined}
          isBusy={change.isPending}
          onSend={() => change.mutate({ body: { email: pending.email } })}
          onWithdraw={() => withdraw.mutate(undefined, { onError: (error) => toast({ text: messageOf(error) }) })}
        />
      )}
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={words.field}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={change.error?.fields['email']}
          isRequired
        />
        {hasPassword && (
          <TextField
            label={words.currentPassword}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            isRequired
          />
        )}
        {!change.error?.fields['email'] && <ErrorNote error={change.error} />}
        <div>
          <Button type="submit" isBusy={change.isPending}>
            {words.change}
          </Button>
        </div>
      </form>
    </>
  )
}

interface WaitingProps {
  readonly pending: Pending
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

const saidOf: Readonly<Record<Pending['mail']['status'], (email: string) => string>> = {
  NONE: words.notMailed,
  PENDING: words.sending,
  RETRY: words.retry,
  SENT: words.sent,
  REJECTED: words.rejected,
}
