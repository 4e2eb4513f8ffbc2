import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatMinute } from '../../ui/format.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAcknowledge, useMayAcknowledge } from './api.ts'
import type { IssueCheck } from './api.ts'
import styles from './issue.module.css'

const words = texts.home
/** So many checks are acknowledged with one click. */
const most = 50

/** Who knows of a problem, or why nobody does, and the button to acknowledge it. */
export function Who({ checks }: { readonly checks: readonly IssueCheck[] }) {
  const [isBusy, setBusy] = useState(false)
  const mayAcknowledge = useMayAcknowledge()
  const acknowledgeAll = useAcknowledge()
  const open = checks.filter(({ acknowledgedBy }) => acknowledgedBy === null)
  const acknowledge = async (): Promise<void> => {
    setBusy(true)
    const failed = await acknowledgeAll(open.slice(0, most).map(({ id }) => id))
    if (failed !== null) toast({ text: messageOf(failed) })
    setBusy(false)
  }
  const [first] = checks
  if (first === undefined) return null
  const by = checks.find(({ acknowledgedBy }) => acknowledgedBy !== null)?.acknowledgedBy
  return (
    <div className={styles.who}>
      {sentencesOf(checks).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {by && <p className="pass">{words.acknowledgedBy(by)}</p>}
      {mayAcknowledge && open.length > 0 && !first.notRunning && (
        <div className={styles.actions}>
          <Button size="small" isBusy={isBusy} onClick={() => void acknowledge()}>
            {words.acknowledge}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Each channel once, whichever of the checks it was notified of; a problem nobody was notified of says why. */
function sentencesOf(checks: readonly IssueCheck[]): readonly string[] {
  if (checks[0]?.notRunning) return []
  const all = checks.flatMap(({ notified }) => notified)
  if (all.length === 0) {
    const reason = checks.find(({ silenceReason }) => silenceReason !== null)?.silenceReason
    if (reason) return [words.nobody(texts.alerts.silence[reason] ?? reason)]
    return [checks.every(({ muted }) => muted) ? words.muted : words.notDecided]
  }
  const namesOf = (...states: string[]): string =>
    [...new Set(all.filter(({ status }) => states.includes(status)).map(({ name }) => name))].join(', ')
  const sent = all.find(({ status }) => status === 'SUCCESS')
  const pending = namesOf('IN_PROGRESS', 'RATE_LIMITED')
  const failed = namesOf('FAILURE')
  return [
    ...(sent ? [words.notified(namesOf('SUCCESS'), formatMinute(sent.at))] : []),
    ...(pending ? [words.notifying(pending)] : []),
    ...(failed ? [words.notDelivered(failed)] : []),
  ]
}
