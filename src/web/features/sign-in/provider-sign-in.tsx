import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Loading, messageOf } from '../../ui/states.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { safeNext, useEnter } from './use-enter.ts'

const words = texts.signIn

interface Leading {
  /** The display name of the identity provider. */
  readonly name: string
  /** The page to return to. */
  readonly next: string | undefined
}

/** Leads to the identity provider that the operator has set up. */
export function ProviderButton({ name, next }: Leading) {
  const start = useChange('startOidcSignIn')
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = ({ url }: { readonly url: string }): void => {
    setIsLeaving(true)
    location.assign(url)
  }
  return (
    <>
      <Button
        size="large"
        onClick={() => start.mutate({ body: { next: safeNext(next) } }, { onSuccess: leave })}
        isBusy={start.isPending || isLeaving}
      >
        <ShieldCheck className="ic s" aria-hidden="true" />
        {words.continueWith(name)}
      </Button>
      {start.error && <ErrorNote error={reasonOf(start.error)} />}
    </>
  )
}

/** Where the provider sends the browser back to. What it added to the address works once, and stays in no history. */
export function ProviderReturnScreen() {
  const [parameters] = useState(() => location.search.slice(1))
  const hasBegun = useRef(false)
  const enter = useEnter()
  const { mutate, error } = useChange('finishOidcSignIn')
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    history.replaceState(history.state, '', location.pathname)
    mutate({ body: { parameters: parameters === '' ? '-' : parameters } }, { onSuccess: ({ next }) => enter(next) })
  }, [])
  return (
    <SignInFrame>
      {error === null ? (
        <Loading rows={2} />
      ) : (
        <div className="stack mt24" style={{ gap: 16 }}>
          <ErrorNote error={reasonOf(error)} />
          <Button kind="primary" size="large" asChild>
            <Link to="/sign-in">{words.startAgain}</Link>
          </Button>
        </div>
      )}
    </SignInFrame>
  )
}

/** The error and its remedy, in the language of the viewer if there is a translation. */
function reasonOf(error: ApiError): string {
  if (error.code === null || !error.code.startsWith('OIDC_')) return messageOf(error)
  return words.reasons[error.code]?.(error.message) ?? error.message
}
