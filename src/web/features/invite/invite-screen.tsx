import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useLinkToken } from '../../session/link-token.ts'
import { useSignedIn } from '../../session/api.ts'
import { chooseAccount } from '../../session/session.tsx'
import { StandalonePage } from '../../shell/standalone-page.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, ErrorState, Loading } from '../../ui/states.tsx'
import { useAccept, useJoin, useOffer, useSignOut } from './api.ts'
import type { Offer, Person } from './api.ts'

const words = lateTexts.people

const storageKey = 'belfry.invite'

/** The token of the link, kept in this tab while its person signs in: in an address, servers would log it. */
function useInviteToken(): string | null {
  const given = useLinkToken()
  useEffect(() => {
    if (given !== null) sessionStorage.setItem(storageKey, given)
  }, [given])
  return given ?? sessionStorage.getItem(storageKey)
}

/** Where the link of an invite leads: says what is offered, and accepts it in the way that is open to the person. */
export function InviteScreen() {
  const token = useInviteToken()
  const offer = useOffer(token)
  const title = offer.data ? words.acceptTitle(offer.data.accountName) : words.invite
  const isBroken = offer.error instanceof ApiError && offer.error.status === 404
  return (
    <StandalonePage title={title}>
      {isBroken && <Broken />}
      {offer.error && !isBroken && <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.isPending && <Loading rows={3} />}
      {offer.data && token !== null && <Offered offer={offer.data} token={token} />}
    </StandalonePage>
  )
}

const Broken = () => (
  <>
    <h1>{words.brokenTitle}</h1>
    <p className="dim mt8">{words.brokenText}</p>
    <Button className="mt24" asChild>
      <Link to="/">{words.toStart}</Link>
    </Button>
  </>
)

interface Accepting {
  readonly offer: Offer
  readonly token: string
}

function Offered({ offer, token }: Accepting) {
  const signedIn = useSignedIn()
  const person = signedIn.data?.user ?? null
  return (
    <>
      <h1>{words.acceptTitle(offer.accountName)}</h1>
      <p className="dim mt8">
        {words.offered(offer.inviterEmail, texts.common.roles[offer.role])} {words.forAddress(offer.email)}
      </p>
      {signedIn.isPending ? <Loading rows={2} /> : <Ways offer={offer} token={token} person={person} />}
    </>
  )
}

function Ways({ offer, token, person }: Accepting & { readonly person: Person | null }) {
  if (person !== null) return <Join offer={offer} token={token} person={person} />
  if (offer.way !== 'SIGN_IN') return <WithPassword offer={offer} token={token} />
  return (
    <div className="stack gap16 mt24">
      <p>{words.signInFirst(offer.email)}</p>
      <Button kind="primary" size="large" asChild>
        <Link to="/sign-in" search={{ next: '/invites' }}>
          {words.signIn}
        </Link>
      </Button>
    </div>
  )
}

/** Begins again in the account that was joined. */
function enter({ accountId }: Offer): void {
  sessionStorage.removeItem(storageKey)
  chooseAccount(accountId)
}

function Join({ offer, token, person }: Accepting & { readonly person: Person }) {
  const client = useQueryClient()
  const join = useJoin()
  const signOut = useSignOut()
  return (
    <Actions
      error={join.error}
      text={words.signedInAs(person.name === '' ? person.email : `${person.name} (${person.email})`)}
    >
      <Button
        kind="primary"
        size="large"
        isBusy={join.isPending}
        onClick={() => join.mutate({ body: { token } }, { onSuccess: () => enter(offer) })}
      >
        {words.join}
      </Button>
      <Button
        isBusy={signOut.isPending}
        onClick={() => signOut.mutate(undefined, { onSuccess: () => client.resetQueries() })}
      >
        {words.somebodyElse}
      </Button>
    </Actions>
  )
}

const Actions = ({
  error,
  text,
  children,
}: {
  readonly error: unknown
  readonly text: string
  readonly children: ReactNode
}) => (
  <div className="stack gap16 mt24">
    <p>{text}</p>
    <ErrorNote error={error} />
    {children}
  </div>
)

function WithPassword({ offer, token }: Accepting) {
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
      <TextField
        label={isNew ? words.newPassword : words.password}
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        error={mistake}
        isRequired
        autoFocus={!isNew}
      />
      {!mistake && <ErrorNote error={accept.error} />}
      <Button kind="primary" size="large" type="submit" isBusy={accept.isPending}>
        {words.accept}
      </Button>
    </form>
  )
}
