import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useScheduledReports } from './api.ts'
import { ReportTabs } from './report-tabs.tsx'
import { ScheduledReportForm } from './scheduled-report-form.tsx'
import { ScheduledReportTable } from './scheduled-report-table.tsx'

const { title, subtitle, scheduled: words } = lateTexts.reports

/** The reports that are mailed to people. */
export function ScheduledReports() {
  const list = useScheduledReports()
  const mayCreate = useMay('createScheduledReport')
  const [isOpen, setOpen] = useState(false)
  return (
    <Page
      title={title}
      more={subtitle}
      actions={
        mayCreate && (
          <Button kind="primary" onClick={() => setOpen(true)}>
            {words.new}
          </Button>
        )
      }
    >
      <ReportTabs />
      <Loaded query={list}>
        {(reports) =>
          reports.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <ScheduledReportTable reports={reports} />
          )
        }
      </Loaded>
      {isOpen && <ScheduledReportForm report={null} onClose={() => setOpen(false)} />}
    </Page>
  )
}
