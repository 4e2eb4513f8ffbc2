import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Table } from '../../ui/table.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useScheduleDeletion, useSending } from './api.ts'
import type { ScheduledReport } from './api.ts'
import { PreviewButton } from './preview-button.tsx'
import { scheduleText } from './schedule-text.ts'
import { ScheduledReportForm } from './scheduled-report-form.tsx'
import styles from './reports.module.css'

const words = lateTexts.reports.scheduled

export function ScheduledReportTable({ reports }: { readonly reports: readonly ScheduledReport[] }) {
  return (
    <Table isStacked>
      <TableHead columns={[words.name, words.when, words.content, words.recipients]} hasActions />
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <td className={styles.words}>{report.name}</td>
            <td>
              {scheduleText(report)}
              <div className="small mute">
                {words.next} <Moment at={report.nextAt} />
                {report.lastSentAt !== null && (
                  <>
                    {' · '}
                    {words.last} <Ago at={report.lastSentAt} />
                  </>
                )}
              </div>
            </td>
            <td className={styles.words}>
              {words.ranges[report.range]} · {lateTexts.reports.groupings[report.groupBy]}
              {report.filterByTags.length > 0 && (
                <div className="small mute">{words.withTags(report.filterByTags.join(', '))}</div>
              )}
            </td>
            <td className={styles.words}>
              <Recipients recipients={report.recipients} />
            </td>
            <td>
              <Actions report={report} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type Recipient = ScheduledReport['recipients'][number]

const Recipients = ({ recipients }: Pick<ScheduledReport, 'recipients'>) => (
  <ul className={styles.addresses}>
    {recipients.map((recipient) => (
      <li key={recipient.id}>
        {recipient.email} <RecipientState recipient={recipient} />
      </li>
    ))}
  </ul>
)

/** Nothing for those who simply get it. */
function RecipientState({ recipient: { state, lastMail } }: { readonly recipient: Recipient }) {
  if (state !== 'UNSUBSCRIBED' && lastMail?.status === 'REJECTED')
    return (
      <StatusLine className="fail small">
        <Glyph state="FAILING" />
        {words.rejected} {lastMail.response}
      </StatusLine>
    )
  if (state === 'CONFIRMED') return null
  return <span className="small mute">{words.states[state]}</span>
}

function Actions({ report }: { readonly report: ScheduledReport }) {
  const [isOpen, setOpen] = useState(false)
  const [maySend, mayUpdate, mayDelete] = [
    useMay('sendScheduledReport'),
    useMay('updateScheduledReport'),
    useMay('deleteScheduledReport'),
  ]
  const send = useSending()
  const deletion = useScheduleDeletion()
  const params = { id: report.id }
  const sendNow = (): void =>
    send.mutate({ params }, { onSuccess: ({ mails }) => toast({ text: words.sent(mails) }), onError: toastError })
  return (
    <div className="row wrap">
      <PreviewButton body={report} />
      {maySend && (
        <Button size="small" isBusy={send.isPending} onClick={sendNow}>
          {words.sendNow}
        </Button>
      )}
      {mayUpdate && (
        <Button size="small" onClick={() => setOpen(true)}>
          {texts.common.edit}
        </Button>
      )}
      {mayDelete && (
        <DeleteButton
          title={words.deleteTitle(report.name)}
          text={words.deleteText}
          onDelete={() => deletion.mutate({ params }, { onError: toastError })}
        />
      )}
      {isOpen && <ScheduledReportForm report={report} onClose={() => setOpen(false)} />}
    </div>
  )
}
