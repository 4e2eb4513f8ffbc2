import { SquareTerminal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useLinkToken } from '../../session/link-token.ts'
import { ProviderButton } from '../../session/provider-button.tsx'
import { useSignInOptions } from '../../session/use-sign-in-options.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { ErrorNote, Loading } from '../../ui/states.tsx'
import { useSignInWithLink, useSignInWithPassword } from './api.ts'
import { PasskeyButton } from './passkey-sign-in.tsx'
import { Or, SignInFrame } from './sign-in-frame.tsx'
import { useEnter } from './use-enter.ts'
import { Note } from '../../ui/note.tsx'

const words = texts.signIn

/** Sign-in by password, at an identity provider, or by the token of a link, which is behind `#token=` so that no server logs it. */
export function SignInScreen() {
  const token = useLinkToken()
  return <SignInFrame>{token === null ? <Ways /> : <LinkSignIn key={token} token={token} />}</SignInFrame>
}

function useReturn(): () => Promise<void> {
  const enter = useEnter()
  const [{ next }] = useSearchState()
  return () => enter(next)
}

/** All ways that are open to somebody without a link. */
function Ways() {
  const { hasPasskeys, provider } = useSignInOptions()
  const [{ next }] = useSearchState()
  const enter = useReturn()
  return (
    <>
      <PasswordForm />
      {(provider || hasPasskeys) && (
        <>
          <Or />
          <div className="stack gap16 mt16">
            {hasPasskeys && <PasskeyButton onSignedIn={enter} />}
            {provider && <ProviderButton name={provider.name} next={next} />}
          </div>
        </>
      )}
      <Hint>
        {words.firstTime} <code>npx belfry users token</code>
      </Hint>
    </>
  )
}

function PasswordForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const enter = useReturn()
  const signIn = useSignInWithPassword()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn.mutate({ body: { email, password } }, { onSuccess: enter })
  }
  const isWrong = signIn.error instanceof ApiError && signIn.error.code === 'SIGN_IN_FAILED'
  return (
    <form className="stack gap16 mt24" onSubmit={submit}>
      <TextField
        label={words.email}
        value={email}
        onChange={setEmail}
        type="email"
        autoComplete="username webauthn"
        isRequired
        autoFocus
      />
      <PasswordField
        label={words.password}
        value={password}
        onChange={setPassword}
        error={isWrong ? words.wrong : null}
      />
      {!isWrong && <ErrorNote error={signIn.error} />}
      <Button kind="primary" size="large" type="submit" isBusy={signIn.isPending}>
        {words.submit}
      </Button>
    </form>
  )
}

function LinkSignIn({ token }: { readonly token: string }) {
  const enter = useReturn()
  const { mutate, error } = useSignInWithLink()
  const tried = useRef('')
  useEffect(() => {
    if (tried.current === token) return
    tried.current = token
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
      <Ways />
    </>
  )
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <Note className="mt24">
    <SquareTerminal className="ic" aria-hidden="true" />
    <div>{children}</div>
  </Note>
)
