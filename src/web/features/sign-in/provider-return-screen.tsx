import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Loading } from '../../ui/states.tsx'
import { useFinishProviderSignIn } from './api.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { useEnter } from './use-enter.ts'

const words = texts.signIn

/** Where the provider sends the browser back to. What it added to the address works once, and stays in no history. */
export function ProviderReturnScreen() {
  const [parameters] = useState(() => location.search.slice(1))
  const hasBegun = useRef(false)
  const enter = useEnter()
  const { mutate, error } = useFinishProviderSignIn()
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
        <div className="stack gap16 mt24">
          <ErrorNote error={error} />
          <Button kind="primary" size="large" asChild>
            <Link to="/sign-in">{words.startAgain}</Link>
          </Button>
        </div>
      )}
    </SignInFrame>
  )
}
