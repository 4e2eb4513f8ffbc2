import { useState } from 'react'
import { useOperation } from '../api/use-operation.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { findBrowserProblem, subscribeBrowser } from './subscribe-browser.ts'
import type { BrowserSubscription } from './subscribe-browser.ts'

const words = lateTexts.setup.channels.browser

interface BrowserFieldProps {
  readonly label: string
  /** The endpoint of the push service; empty: no browser yet. */
  readonly value: unknown
  readonly error: string | null
  readonly onSubscribed: (subscription: BrowserSubscription) => void
}

/** The browser that receives notifications: the one that shows this page, once the person allows it. */
export function BrowserField({ label, value, error, onSubscribed }: BrowserFieldProps) {
  const { data: key } = useOperation('getWebPushKey', undefined, { staleMs: 600_000 })
  const [problem, setProblem] = useState(findBrowserProblem)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const allow = async (publicKey: string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const subscription = await subscribeBrowser(publicKey)
      if (subscription === null) setProblem(findBrowserProblem() ?? 'denied')
      else onSubscribed(subscription)
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown))
    }
    setBusy(false)
  }
  const hasBrowser = typeof value === 'string' && value !== ''
  return (
    <fieldset className="stack gap12">
      <legend className="label">{label}</legend>
      {hasBrowser && <p role="status">{words.subscribed}</p>}
      {problem === null ? (
        <div>
          <Button isBusy={isBusy} disabled={key === undefined} onClick={() => key && void allow(key.publicKey)}>
            {hasBrowser ? words.replace : words.allow}
          </Button>
        </div>
      ) : (
        <Note kind="degraded">{words.problems[problem]}</Note>
      )}
      {failure !== null && <Note kind="failing">{words.failed(failure)}</Note>}
      {error !== null && !hasBrowser && <Note kind="failing">{words.missing}</Note>}
    </fieldset>
  )
}
