import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useMay } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { curlOfRequest } from '../../curl/to-curl.ts'
import { objectIn, textIn } from '../../results/read-detail.ts'
import type { Detail } from '../../results/read-detail.ts'

interface ResultActionsProps {
  readonly check: { readonly id: string; readonly name: string }
  readonly detail: Detail
  readonly onRun: () => void
  readonly isRunning: boolean
}

/** The request of the run as a command, and another run of the check. */
export function ResultActions({ check, detail, onRun, isRunning }: ResultActionsProps) {
  const mayRun = useMay('triggerCheckSessionsV2')
  const command = commandOf(objectIn(detail['request']))
  const mayEdit = useMay('updateCheckGeneric')
  const navigate = useNavigate()
  const edit = (): void => void navigate({ to: '/checks/$id/edit', params: { id: check.id } })
  useOpenThing({ kind: 'check', ...check }, [
    ...(mayRun ? [{ label: lateTexts.editor.runAgain, key: 'r', run: onRun }] : []),
    ...(mayEdit ? [{ label: lateTexts.check.edit, run: edit }] : []),
  ])
  useScreenKeys({ r: mayRun ? onRun : undefined })
  return (
    <>
      {command !== null && <CopyButton text={command} label={lateTexts.curl.copy} />}
      {mayRun && (
        <Button isBusy={isRunning} onClick={onRun}>
          <Play className="ic s" aria-hidden="true" />
          {lateTexts.editor.runAgain}
          <kbd aria-hidden="true">R</kbd>
        </Button>
      )}
    </>
  )
}

/** Null for runs without an HTTP request. */
function commandOf({ method, url, headers, data }: Detail): string | null {
  const address = textIn(url)
  if (address === null || !/^https?:/.test(address)) return null
  return curlOfRequest({
    method: textIn(method) ?? 'GET',
    url: address,
    headers: Object.entries(objectIn(headers)).map(([key, value]) => ({
      key,
      value: Array.isArray(value) ? value.join(', ') : (textIn(value) ?? ''),
    })),
    body: textIn(data) ?? '',
  })
}
