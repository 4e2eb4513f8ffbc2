import { useMemo, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { formatFull } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useReport } from './api.ts'
import type { Report } from './api.ts'
import { queryOf } from './query.ts'
import { Noise } from './noise.tsx'
import { Objectives } from './objectives.tsx'
import { ReportTabs } from './report-tabs.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportFacts } from './report-facts.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportTable } from './report-table.tsx'
import { ScheduledReports } from './scheduled-reports.tsx'
import styles from './reports.module.css'

const words = lateTexts.reports

/** Whether goals were kept, and what was down. */
export function ReportsScreen() {
  const [{ tab }] = useSearchState()
  if (tab === 'scheduled') return <ScheduledReports />
  if (tab === 'noise') return <Noise />
  return tab === 'objectives' ? <Objectives /> : <Availability />
}

/** Availability in a range, compared with the one before. */
function Availability() {
  const [search] = useSearchState()
  const [openedMs] = useState(now)
  const query = useMemo(() => queryOf(search, openedMs), [search, openedMs])
  const list = useReport(query)
  return (
    <Page title={words.title} more={words.subtitle} actions={<ReportActions query={query} list={list} />}>
      <ReportTabs />
      <ReportFilters />
      <Loaded query={list}>
        {({ pages }) => {
          const [first] = pages
          if (first === undefined || first.total.checks === 0)
            return <Empty title={words.noChecks}>{words.noChecksText}</Empty>
          const rows = pages.flatMap(({ entries }) => entries)
          return (
            <>
              <Period report={first} />
              <div className={styles.facts}>
                <ReportFacts total={first.total} />
              </div>
              {rows.length === 0 ? (
                <Empty title={words.noMatch}>{words.noMatchText}</Empty>
              ) : (
                <ReportTable rows={rows} />
              )}
              <LoadMore list={list}>
                <span className="mute small">{words.shown(rows.length, first.length)}</span>
              </LoadMore>
              <p className={`pad small dim ${styles.formula}`}>{words.formula}</p>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const Period = ({ report: { from, to, previousFrom, previousTo } }: { readonly report: Report }) => (
  <p className="padx mt12 small mute">
    {words.period(formatFull(from), formatFull(to), formatFull(previousFrom), formatFull(previousTo))}
  </p>
)
