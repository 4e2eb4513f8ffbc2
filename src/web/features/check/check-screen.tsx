import { Link, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useCheckChanges } from '../../live/live.tsx'
import type { CheckChange } from '../../live/live.tsx'
import { concerns } from '../../live/concerns.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { notRunningText } from '../../ui/not-running.ts'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { MutedLine } from '../../muting/muted-line.tsx'
import { AlertsTab } from './alerts-tab.tsx'
import { CheckActions } from './check-actions.tsx'
import { CodeTab } from './code-tab.tsx'
import { ErrorsTab } from './errors-tab.tsx'
import { LastReason } from './last-reason.tsx'
import { MaintenanceLine } from './maintenance-line.tsx'
import { Neighbours } from './neighbours.tsx'
import { NextRun } from './next-run.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ResultsTab } from './results-tab.tsx'
import { RunProgress } from './run-progress.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useRunNow } from './use-run-now.ts'
import { useSummary } from './use-summary.ts'

const words = lateTexts.check
const tabs = ['overview', 'results', 'alerts', 'errors', 'settings', 'code'] as const
type Tab = (typeof tabs)[number]
export type Check = Answer<'getCheck'>
export type Row = Answer<'listCheckRows'>['entries'][number]

/** One check: how it is, since when, why, who is notified, and everything that can be done with it. */
export function CheckScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const check = useOperation('getCheck', { params: { id } })
  return (
    <LoadedPage query={check} title={lateTexts.audit.types.CHECK} list={{ to: '/checks', title: words.checks }}>
      {(data) => <LoadedCheck key={data.id} check={data} />}
    </LoadedPage>
  )
}

function LoadedCheck({ check }: { readonly check: Check }) {
  const [search] = useSearchState()
  const tab = tabs.find((one) => one === search['tab']) ?? 'overview'
  const row = useRow(check.id)
  const { summary, counts } = useSummary(check.id)
  const { run, start, close } = useRunNow(check.id)
  const state: State = row?.state ?? (check.activated ? 'PENDING' : 'PAUSED')
  return (
    <Page
      title={check.name}
      crumbs={
        <>
          <Link to="/checks">{words.checks}</Link> /
        </>
      }
      more={<span className="ty">{texts.checks.types[check.checkType]}</span>}
      actions={
        <>
          <Neighbours id={check.id} summary={summary} />
          <CheckActions check={check} row={row} onRun={start} isRunning={run?.step === 'running'} />
        </>
      }
    >
      <section
        className={`band ${{ FAILING: 'fail', DEGRADED: 'deg', UNKNOWN: 'unk' }[state as string] ?? ''}`}
        role="status"
      >
        <Glyph state={state} />
        <h2 className="say">{words.sentence[state]}</h2>
        <SinceWhen row={row} state={state} />
        <LastReason row={row} />
        {row?.acknowledgedBy && <span className="tag">{texts.home.acknowledgedBy(row.acknowledgedBy)}</span>}
        {summary?.nextRunAt && (
          <span className="end" aria-live="off">
            <NextRun at={summary.nextRunAt} checkId={check.id} />
          </span>
        )}
      </section>
      {row?.silence && (
        <div className="padx mt8">
          <MutedLine row={row} />
        </div>
      )}
      {run && <RunProgress run={run} onClose={close} />}
      <MaintenanceLine checkId={check.id} />
      <nav className="tabs" aria-label={check.name}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="."
            search={(current: Search) => searchOfTab(current, one)}
            replace
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={one === tab ? 'page' : undefined}
          >
            {words.tabs[one]}
            {counts[one] !== undefined && (
              <span className="n" title={words.countOf[one]}>
                {formatNumber(counts[one])}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <TabContent tab={tab} check={check} row={row} />
    </Page>
  )
}

/** States without a known start, or with a separate display of it. */
const timeless: ReadonlySet<State> = new Set(['PENDING', 'PAUSED', 'UNKNOWN'])

/** Since when a check has its state, or nobody runs it. */
function SinceWhen({ row, state }: { readonly row: Row | undefined; readonly state: State }) {
  if (state === 'UNKNOWN' && row?.notRunning) return <span className="unk">{notRunningText(row.notRunning)}</span>
  if (!row?.since || timeless.has(state)) return null
  return (
    <span className="dim">
      {words.since} <Since at={row.since} />
    </span>
  )
}

const searchOfTab = ({ tab: _tab, ...others }: Search, tab: Tab): Search =>
  tab === 'overview' ? others : { ...others, tab }

function TabContent({ tab, check, row }: { readonly tab: Tab; readonly check: Check; readonly row: Row | undefined }) {
  if (tab === 'results') return <ResultsTab check={check} />
  if (tab === 'alerts') return <AlertsTab checkId={check.id} />
  if (tab === 'errors') return <ErrorsTab checkId={check.id} />
  if (tab === 'settings') return <SettingsTab check={check} />
  if (tab === 'code') return <CodeTab check={check} />
  return <OverviewTab check={check} row={row} />
}

/** The queries of one check that change with its runs. Paged lists load new items themselves. */
const isOfRuns = (operation: unknown): boolean =>
  ['listCheckResultsV2', 'getCheckStatus', 'getCheckSummary'].some((one) => one === operation)

/** The row of the check with its state, which runs change as they end. */
function useRow(id: string): Row | undefined {
  const client = useQueryClient()
  const query = { query: { checkId: [id] } }
  const rows = useOperation('listCheckRows', query)
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      if (!changes.some((change) => change.id === id)) return
      void client.invalidateQueries({
        predicate: ({ queryKey: [operation, ...inputs] }) =>
          isOfRuns(operation) && concerns(inputs, new Set([id])) && inputs[0] !== 'pages',
      })
    },
    [client, id],
  )
  useCheckChanges(onChanges)
  return rows.data?.entries.find((row) => row.id === id)
}
