import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { useAlertChannels } from '../../alerting/api.ts'
import { channelName } from '../../alerting/channel-name.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useSourceDeletion, useTokenRenewal } from './api.ts'
import type { AlertSource, NewAlertSource } from './api.ts'
import { SourceForm } from './source-form.tsx'

const words = lateTexts.receivedAlerts

interface SourceTableProps {
  readonly sources: readonly AlertSource[]
  readonly onRenewed: (source: NewAlertSource) => void
}

export function SourceTable({ sources, onRenewed }: SourceTableProps) {
  const names = new Map(useAlertChannels().map((channel) => [channel.id, channelName(channel)]))
  return (
    <Table isStacked>
      <TableHead columns={[words.name, words.channels, words.firing, words.lastReceived]} hasActions />
      <tbody>
        {sources.map((source) => (
          <tr key={source.id}>
            <td>
              {source.name} <span className="small mute mono">{source.tokenPrefix}…</span>
            </td>
            <td className="long">{source.alertChannelIds.flatMap((id) => names.get(id) ?? []).join(', ') || '–'}</td>
            <td>{words.count(source.firing)}</td>
            <td>
              <Ago at={source.lastReceivedAt} />
              {source.leftOut > 0 && <div className="small deg">{words.leftOut(source.leftOut)}</div>}
            </td>
            <td>
              <Actions source={source} onRenewed={onRenewed} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Actions({ source, onRenewed }: { readonly source: AlertSource } & Pick<SourceTableProps, 'onRenewed'>) {
  const [open, setOpen] = useState<'form' | 'token' | null>(null)
  const [mayUpdate, mayRenew, mayDelete] = [
    useMay('updateAlertSource'),
    useMay('renewAlertSourceToken'),
    useMay('deleteAlertSource'),
  ]
  const deletion = useSourceDeletion()
  const renewal = useTokenRenewal()
  const params = { id: source.id }
  const renew = (): void => {
    setOpen(null)
    renewal.mutate({ params }, { onSuccess: onRenewed, onError: toastError })
  }
  return (
    <div className="row wrap">
      {mayUpdate && (
        <Button size="small" onClick={() => setOpen('form')}>
          {texts.common.edit}
        </Button>
      )}
      {mayRenew && (
        <Button size="small" isBusy={renewal.isPending} onClick={() => setOpen('token')}>
          {words.newToken}
        </Button>
      )}
      {mayDelete && (
        <DeleteButton
          title={words.deleteTitle(source.name)}
          text={words.deleteText}
          onDelete={() => deletion.mutate({ params }, { onError: toastError })}
        />
      )}
      {open === 'form' && <SourceForm source={source} onClose={() => setOpen(null)} />}
      {open === 'token' && (
        <Confirm
          title={words.newTokenTitle(source.name)}
          text={words.newTokenText}
          action={words.newToken}
          onConfirm={renew}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
