import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '../api/use-operation.ts'
import { texts } from '../strings/index.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { safeNext } from './safe-next.ts'

const words = texts.signIn

interface ProviderButtonProps {
  /** The display name of the identity provider. */
  readonly name: string
  /** The page to return to. */
  readonly next: string | undefined
}

/** Leads to the identity provider that the operator has set up. */
export function ProviderButton({ name, next }: ProviderButtonProps) {
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
      <ErrorNote error={start.error} />
    </>
  )
}
