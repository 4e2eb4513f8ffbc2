import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { passkeyProblem } from '../../session/passkey-problem.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { signInWithPasskey } from './api.ts'

const words = lateTexts.passkeys

/** Offers passkeys in the field of the email address, where the browser can, and by a button. */
export function PasskeyButton({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const signIn = useMutation({ mutationFn: () => signInWithPasskey(false), onSuccess: onSignedIn })
  const hasOffered = useRef(false)
  useEffect(() => {
    if (hasOffered.current) return undefined
    hasOffered.current = true
    void canOffer().then((can) => {
      // Anyone who ignores the offer is not told that it has ended.
      if (can) void signInWithPasskey(true).then(onSignedIn, () => {})
    })
    return () => void import('@simplewebauthn/browser').then((library) => library.WebAuthnAbortService.cancelCeremony())
  }, [])
  const problem = signIn.error && passkeyProblem(signIn.error)
  return (
    <>
      <Button size="large" onClick={() => signIn.mutate()} isBusy={signIn.isPending}>
        <KeyRound className="ic s" aria-hidden="true" />
        {words.signIn}
      </Button>
      {problem && <ErrorNote error={new Error(problem)} />}
    </>
  )
}

const canOffer = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
