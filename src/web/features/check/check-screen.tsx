import { Link, useParams } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { notRunningText } from '../../ui/not-running.ts'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import type { State } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { MutedLine } from '../../muting/muted-line.tsx'
import { AlertLog } from '../../alerting/alert-log.tsx'
import { OpenIncidents } from '../../alerting/incidents-of-check.tsx'
import { useCheck, useCheckRow } from './api.ts'
import type { Check, CheckRow } from './api.ts'
import { CheckActions } from './check-actions.tsx'
import { CodeTab } from './code-tab.tsx'
import { ErrorsTab } from './errors-tab.tsx'
import { LastPing } from './heartbeat/last-ping.tsx'
import { isInTrouble } from './is-in-trouble.ts'
import { LastReason } from './last-reason.tsx'
import { MaintenanceLine } from './maintenance-line.tsx'
import { Neighbours } from './neighbours.tsx'
import { NextRun } from './next-run.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { DeployedFrom } from '../../projects/deployed-from.tsx'
import { ResultsTab } from './results-tab.tsx'
import { RunProgress } from '../../results/run-progress.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useRunNow } from '../../results/use-run-now.ts'
import { useSummary } from './use-summary.ts'
import type { TabCounts } from './use-summary.ts'
import { StateBand } from '../../ui/state-band.tsx'
import { bringIntoView, TabCount, TabLinks } from '../../ui/tabs.tsx'
import { Tag } from '../../ui/tag.tsx'

const words = lateTexts.check
const tabs = ['overview', 'results', 'alerts', 'errors', 'settings', 'code'] as const
type Tab = (typeof tabs)[number]

/** One check: how it is, since when, why, who is notified, and everything that can be done with it. */
export function CheckScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const check = useCheck(id)
  return (
    <LoadedPage query={check} title={lateTexts.audit.types.CHECK} list={{ to: '/checks', title: words.checks }}>
      {(data) => <LoadedCheck key={data.id} check={data} />}
    </LoadedPage>
  )
}

function LoadedCheck({ check }: { readonly check: Check }) {
  const [search] = useSearchState()
  const tab = tabs.find((one) => one === search['tab']) ?? 'overview'
  const row = useCheckRow(check.id)
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
      more={<span className="kind">{texts.checks.types[check.checkType]}</span>}
      actions={
        <>
          <Neighbours id={check.id} summary={summary} />
          <CheckActions check={check} row={row} onRun={start} isRunning={run?.step === 'running'} />
        </>
      }
    >
      <StateBand state={state} sentence={words.sentence[state]} role="status">
        <SinceWhen row={row} state={state} />
        {check.heartbeat && isInTrouble(state) ? <LastPing checkId={check.id} /> : <LastReason row={row} />}
        {row?.acknowledgedBy && <Tag>{texts.home.acknowledgedBy(row.acknowledgedBy)}</Tag>}
        {summary?.nextRunAt && (
          <span className="end" aria-live="off">
            <NextRun at={summary.nextRunAt} checkId={check.id} />
          </span>
        )}
      </StateBand>
      {row?.silence && (
        <div className="padx mt8">
          <MutedLine row={row} />
        </div>
      )}
      {run && <RunProgress run={run} onClose={close} />}
      <div className="padx mt8">
        <OpenIncidents checkId={check.id} />
      </div>
      <MaintenanceLine checkId={check.id} />
      <DeployedFrom type="check" resource={check} />
      <TabLinks aria-label={check.name}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="."
            search={(current: Search) => searchOfTab(current, one)}
            replace
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={one === tab ? 'page' : undefined}
            ref={one === tab ? bringIntoView : undefined}
          >
            {words.tabs[one]}
            <CountOf tab={one} counts={counts} />
          </Link>
        ))}
      </TabLinks>
      <TabContent tab={tab} check={check} row={row} />
    </Page>
  )
}

function CountOf({ tab, counts }: { readonly tab: Tab; readonly counts: TabCounts }) {
  if (tab !== 'results' && tab !== 'alerts' && tab !== 'errors') return null
  const count = counts[tab]
  return count === undefined ? null : <TabCount title={words.countOf[tab]}>{formatNumber(count)}</TabCount>
}

/** States without a known start, or with a separate display of it. */
const timeless: ReadonlySet<State> = new Set(['PENDING', 'PAUSED', 'UNKNOWN'])

/** Since when a check has its state, or nobody runs it. */
function SinceWhen({ row, state }: { readonly row: CheckRow | undefined; readonly state: State }) {
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

function TabContent({
  tab,
  check,
  row,
}: {
  readonly tab: Tab
  readonly check: Check
  readonly row: CheckRow | undefined
}) {
  if (tab === 'results') return <ResultsTab check={check} />
  if (tab === 'alerts') return <AlertLog checkId={check.id} />
  if (tab === 'errors') return <ErrorsTab checkId={check.id} />
  if (tab === 'settings') return <SettingsTab check={check} />
  if (tab === 'code') return <CodeTab check={check} />
  return <OverviewTab check={check} row={row} />
}
