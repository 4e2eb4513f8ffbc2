import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeAll } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatMinute } from '../../ui/format.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = texts.home
type Check = Answer<'getOverview'>['issues'][number]['checks'][number]

/** Who knows of a problem, or why nobody does, and the button to acknowledge it. */
export function Who({ checks }: { readonly checks: readonly Check[] }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const mayAcknowledge = useMay('acknowledgeCheck')
  const open = checks.filter(({ acknowledgedBy }) => acknowledgedBy === null)
  const acknowledge = async (): Promise<void> => {
    setBusy(true)
    const done = await changeAll(client, (change) =>
      Promise.allSettled(open.slice(0, 50).map(({ id }) => change('acknowledgeCheck', { params: { id }, body: {} }))),
    )
    const failed = done.find((one) => one.status === 'rejected')
    if (failed) toast({ text: messageOf(failed.reason) })
    setBusy(false)
  }
  const [first] = checks
  if (first === undefined) return null
  const by = checks.find(({ acknowledgedBy }) => acknowledgedBy !== null)?.acknowledgedBy
  return (
    <div className="who">
      {sentencesOf(checks).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {by && <p className="pass">{words.acknowledgedBy(by)}</p>}
      {mayAcknowledge && open.length > 0 && !first.notRunning && (
        <div className="do">
          <Button size="small" isBusy={isBusy} onClick={() => void acknowledge()}>
            {words.acknowledge}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Each channel once, whichever of the checks it was notified of; a problem nobody was notified of says why. */
function sentencesOf(checks: readonly Check[]): readonly string[] {
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
