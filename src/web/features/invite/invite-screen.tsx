import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useSignedIn } from '../../session/api.ts'
import { StandalonePage } from '../../shell/standalone-page.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, ErrorState, Loading } from '../../ui/states.tsx'
import { AcceptWithPassword } from './accept-with-password.tsx'
import { useJoin, useOffer, useSignOut } from './api.ts'
import type { Accepting, Person } from './api.ts'
import { enter, useInviteToken } from './invite-token.ts'

const words = lateTexts.people

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
  if (offer.way !== 'SIGN_IN') return <AcceptWithPassword offer={offer} token={token} />
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

function Join({ offer, token, person }: Accepting & { readonly person: Person }) {
  const client = useQueryClient()
  const join = useJoin()
  const signOut = useSignOut()
  return (
    <div className="stack gap16 mt24">
      <p>{words.signedInAs(person.name === '' ? person.email : `${person.name} (${person.email})`)}</p>
      <ErrorNote error={join.error} />
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
    </div>
  )
}
