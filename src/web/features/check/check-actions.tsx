import { Link, useNavigate } from '@tanstack/react-router'
import { Check as CheckMark, Pencil, Play } from 'lucide-react'
import { useSession } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import type { CheckWithRow } from './api.ts'
import { MoreActions } from './more-actions.tsx'
import { MuteMenu, useMuting } from './mute-menu.tsx'
import { useAcknowledgement } from './use-acknowledgement.ts'

const words = lateTexts.check

/** The actions of a check that the role allows. */
export function CheckActions({
  check,
  row,
  onRun,
  isRunning,
}: CheckWithRow & { readonly onRun: () => void; readonly isRunning: boolean }) {
  const { may } = useSession()
  const navigate = useNavigate()
  const mayRun = may('triggerCheckSessionsV2') && check.checkType !== 'HEARTBEAT'
  const mayEdit = may('updateCheckGeneric')
  const edit = (): void => void navigate({ to: '/checks/$id/edit', params: { id: check.id } })
  const acknowledgement = useAcknowledgement(row)
  const acknowledge = row?.acknowledgedBy ? undefined : acknowledgement
  const muting = useMuting({ check, row })
  useOpenThing({ kind: 'check', id: check.id, name: check.name }, [
    ...(mayRun ? [{ label: words.runNow, key: 'r', run: onRun }] : []),
    ...(acknowledge ? [{ label: acknowledge.label, key: 'a', run: acknowledge.onSelect }] : []),
    ...(mayEdit ? [{ label: words.edit, key: 'e', run: edit }] : []),
    ...muting.actions.map(({ label, onSelect }) => ({ label, run: onSelect })),
  ])
  useScreenKeys({ r: mayRun ? onRun : undefined, e: mayEdit ? edit : undefined, a: acknowledge?.onSelect })
  return (
    <>
      {mayRun && (
        <Button onClick={onRun} isBusy={isRunning}>
          <Play className="ic s" aria-hidden="true" />
          {words.runNow}
          <kbd aria-hidden="true">R</kbd>
        </Button>
      )}
      {acknowledge && (
        <Button onClick={acknowledge.onSelect}>
          <CheckMark className="ic s" aria-hidden="true" />
          {acknowledge.label}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      )}
      <MuteMenu {...muting} />
      {mayEdit && (
        <Button kind="primary" asChild>
          <Link to="/checks/$id/edit" params={{ id: check.id }}>
            <Pencil className="ic s" aria-hidden="true" />
            {words.edit}
            <kbd aria-hidden="true">E</kbd>
          </Link>
        </Button>
      )}
      <MoreActions check={check} row={row} />
    </>
  )
}
