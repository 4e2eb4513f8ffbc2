import { useNavigate } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useTestSession } from './api.ts'

const words = lateTexts.goldenFiles

interface RecordButtonProps {
  readonly check: Pick<Answer<'getCheck'>, 'id' | 'name' | 'locations' | 'privateLocations'>
}

/** Runs a check in a test session whose files become its golden files, for people who may run checks. */
export function RecordButton({ check }: RecordButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const runLocation = [...(check.locations ?? []), ...(check.privateLocations ?? [])][0]
  if (!useMay('triggerTestSession') || runLocation === undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Camera className="ic s" aria-hidden="true" />
        {words.record}
      </Button>
      {isOpen && <RecordDialog check={check} runLocation={runLocation} onClose={() => setOpen(false)} />}
    </>
  )
}

interface RecordDialogProps extends RecordButtonProps {
  readonly runLocation: string
  readonly onClose: () => void
}

function RecordDialog({ check: { id, name }, runLocation, onClose }: RecordDialogProps) {
  const session = useTestSession()
  const navigate = useNavigate()
  const start = (): void =>
    session.mutate(
      {
        body: {
          name: words.recordingOf(name),
          runLocation,
          target: { checkId: [id], allowDeactivated: true },
          updateSnapshots: true,
        },
      },
      {
        onSuccess: ({ testSessionId }) => void navigate({ to: '/test-sessions/$id', params: { id: testSessionId } }),
      },
    )
  return (
    <DialogForm
      title={words.record}
      submit={words.startRecording}
      isBusy={session.isPending}
      onSubmit={start}
      onClose={onClose}
    >
      <ErrorNote error={session.error} />
      <p>{words.recordText}</p>
    </DialogForm>
  )
}
