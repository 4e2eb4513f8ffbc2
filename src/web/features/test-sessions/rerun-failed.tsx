import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useSavedChecks, useStart } from './api.ts'
import type { TestSession } from './api.ts'
import type { SessionRun } from './runs-of-session.ts'

const words = lateTexts.testSessions
const longestName = 1_000

interface RerunFailedProps {
  readonly session: TestSession
  readonly runs: readonly SessionRun[]
}

/** Runs the failed checks of a session again, for people who may run checks; nothing where none of them is saved. */
export function RerunFailed({ session, runs }: RerunFailedProps) {
  const [isOpen, setOpen] = useState(false)
  const mayStart = useMay('triggerTestSession')
  const failed = session.status === 'RUNNING' ? [] : runs.filter(({ result }) => result.status === 'FAILED')
  const checkIds = failed.flatMap(({ result }) => result.checkId ?? [])
  const saved = useSavedChecks(mayStart ? checkIds : [])
  if (saved.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RotateCcw className="ic s" aria-hidden="true" />
        {words.rerun}
      </Button>
      {isOpen && (
        <RerunDialog
          session={session}
          location={failed[0]?.result.runLocation ?? ''}
          checks={saved}
          unsaved={failed.length - saved.length}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface RerunDialogProps {
  readonly session: TestSession
  readonly location: string
  readonly checks: ReturnType<typeof useSavedChecks>
  /** How many failed runs were of checks that are not saved. */
  readonly unsaved: number
  readonly onClose: () => void
}

function RerunDialog({ session: { name, metadata = {} }, location, checks, unsaved, onClose }: RerunDialogProps) {
  const start = useStart()
  const navigate = useNavigate()
  // No run of a pipeline starts it.
  const { github: _pipeline, ...revision } = metadata
  const run = (): void =>
    start.mutate(
      {
        body: {
          name: words.rerunOf(name).slice(0, longestName),
          runLocation: location,
          target: { checkId: checks.map(({ id }) => id), allowDeactivated: true },
          metadata: revision,
        },
      },
      {
        onSuccess: ({ testSessionId: id }) => {
          onClose()
          void navigate({ to: '/test-sessions/$id', params: { id } })
        },
      },
    )
  return (
    <DialogForm title={words.rerun} submit={words.run} isBusy={start.isPending} onSubmit={run} onClose={onClose}>
      <ErrorNote error={start.error} />
      <ul className="stack">
        {checks.map((check) => (
          <li key={check.id}>{check.name}</li>
        ))}
      </ul>
      <p className="small dim">{words.rerunText}</p>
      {unsaved > 0 && <p className="small dim">{words.rerunUnsaved(unsaved)}</p>}
    </DialogForm>
  )
}
