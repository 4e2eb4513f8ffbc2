import { useNavigate } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/use-operation.ts'
import { useLinkToken } from '../../session/link-token.ts'
import { Logo } from '../../shell/logo.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { setTitle } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { ErrorNote, Loading } from '../../ui/states.tsx'

const words = texts.signIn

/** Sign-in by password, or by the token of a link, which is behind `#token=` so that no server logs it. */
export function SignInScreen() {
  useEffect(() => setTitle(words.title), [])
  const token = useLinkToken()
  return (
    <main className="signing" id="main">
      <div>
        <div className="row" style={{ marginBottom: 40 }}>
          <Logo size={24} />
          <b style={{ fontSize: 17 }}>Belfry</b>
        </div>
        <h1>{words.title}</h1>
        <p className="dim mt4">{words.to(location.host)}</p>
        {token === null ? <PasswordForm /> : <LinkSignIn key={token} token={token} />}
      </div>
    </main>
  )
}

/** Only pages of this interface: a link of somebody else cannot lead elsewhere. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'

function useReturn(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [{ next }] = useSearchState()
  return async () => {
    client.clear()
    await navigate({ href: safeNext(next), replace: true })
  }
}

function PasswordForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const enter = useReturn()
  const signIn = useChange('signInWithPassword')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn.mutate({ body: { email, password } }, { onSuccess: enter })
  }
  const isWrong = signIn.error instanceof ApiError && signIn.error.code === 'SIGN_IN_FAILED'
  return (
    <>
      <form className="stack mt24" style={{ gap: 16 }} onSubmit={submit}>
        <TextField
          label={words.email}
          value={email}
          onChange={setEmail}
          type="email"
          autoComplete="username"
          isRequired
          autoFocus
        />
        <TextField
          label={words.password}
          value={password}
          onChange={setPassword}
          type="password"
          autoComplete="current-password"
          isRequired
          error={isWrong ? words.wrong : null}
        />
        {!isWrong && <ErrorNote error={signIn.error} />}
        <Button kind="primary" size="large" type="submit" isBusy={signIn.isPending}>
          {words.submit}
        </Button>
      </form>
      <Hint>
        {words.firstTime} <code>npx belfry users token</code>
      </Hint>
    </>
  )
}

function LinkSignIn({ token }: { readonly token: string }) {
  const enter = useReturn()
  const { mutate, error } = useChange('signInWithLink')
  useEffect(() => {
    mutate(
      { body: { token } },
      {
        onSuccess: async () => {
          history.replaceState(null, '', location.pathname + location.search)
          await enter()
        },
      },
    )
    // The token works once: only a new token is tried again.
  }, [token])
  if (error === null) return <Loading rows={2} />
  const isUsed = error instanceof ApiError && error.code === 'SIGN_IN_LINK_INVALID'
  return (
    <>
      <div className="mt24">{isUsed ? <ErrorNote error={words.linkInvalid} /> : <ErrorNote error={error} />}</div>
      <PasswordForm />
    </>
  )
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <div className="note mt24">
    <SquareTerminal className="ic" aria-hidden="true" />
    <div>{children}</div>
  </div>
)
