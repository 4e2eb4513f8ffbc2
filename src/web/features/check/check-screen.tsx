import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Play } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useCheckChanges } from '../../live/live.tsx'
import type { CheckChange } from '../../live/live.tsx'
import { useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loaded, messageOf } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AlertsTab } from './alerts-tab.tsx'
import { CodeTab } from './code-tab.tsx'
import { ErrorsTab } from './errors-tab.tsx'
import { MaintenanceLine } from './maintenance-line.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ResultsTab } from './results-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

const words = texts.check
const tabs = ['overview', 'results', 'alerts', 'errors', 'settings', 'code'] as const
type Tab = (typeof tabs)[number]
export type Check = Answer<'getCheck'>
export type Row = Answer<'listCheckRows'>['entries'][number]

/** One check: how it is, since when, why, who is notified, and everything that can be done with it. */
export function CheckScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const check = useOperation('getCheck', { params: { id } })
  return <Loaded query={check}>{(data) => <LoadedCheck key={data.id} check={data} />}</Loaded>
}

function LoadedCheck({ check }: { readonly check: Check }) {
  const [search, change] = useSearchState()
  const tab = tabs.find((one) => one === search['tab']) ?? 'overview'
  const row = useRow(check)
  const state: State = row?.state ?? (check.activated ? 'PENDING' : 'PAUSED')
  return (
    <Page
      title={check.name}
      crumbs={
        <>
          <Link to="/checks">{words.checks}</Link> /
        </>
      }
      actions={<Actions check={check} row={row} />}
    >
      <section className={`band ${{ FAILING: 'fail', DEGRADED: 'deg' }[state as string] ?? ''}`} role="status">
        <Glyph state={state} />
        <h2 className="say">{words.sentence[state]}</h2>
        {row?.since && state !== 'PENDING' && state !== 'PAUSED' && (
          <span className="dim">
            {words.since} <Since at={row.since} />
          </span>
        )}
        {row?.acknowledgedBy && <span className="tag">{texts.home.acknowledgedBy(row.acknowledgedBy)}</span>}
      </section>
      <MaintenanceLine checkId={check.id} />
      <nav className="tabs" aria-label={check.name}>
        {tabs.map((one) => (
          <a
            key={one}
            href={`?tab=${one}`}
            aria-current={one === tab ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              change({ tab: one === 'overview' ? '' : one })
            }}
          >
            {words.tabs[one]}
          </a>
        ))}
      </nav>
      <TabContent tab={tab} check={check} />
    </Page>
  )
}

function TabContent({ tab, check }: { readonly tab: Tab; readonly check: Check }) {
  if (tab === 'results') return <ResultsTab checkId={check.id} />
  if (tab === 'alerts') return <AlertsTab checkId={check.id} />
  if (tab === 'errors') return <ErrorsTab checkId={check.id} />
  if (tab === 'settings') return <SettingsTab check={check} />
  if (tab === 'code') return <CodeTab check={check} />
  return <OverviewTab check={check} />
}

/** The row of the check with its state, which runs change as they end. */
function useRow({ id, name }: Check): Row | undefined {
  const client = useQueryClient()
  const query = { query: { search: name, limit: 100 } }
  const rows = useOperation('listCheckRows', query, { everyMs: 30_000 })
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      if (!changes.some((change) => change.id === id)) return
      void client.invalidateQueries({ queryKey: ['listCheckRows'] })
      void client.invalidateQueries({ queryKey: ['listCheckResultsV2'] })
      void client.invalidateQueries({ queryKey: ['getCheckStatus'] })
    },
    [client, id],
  )
  useCheckChanges(onChanges)
  return rows.data?.entries.find((row) => row.id === id)
}

const inTrouble: ReadonlySet<State> = new Set(['FAILING', 'DEGRADED'])
const muteMinutes = [30, 120, 1440]

function RunNow({ check: { id, checkType }, perform }: { readonly check: Check; readonly perform: Perform }) {
  const { may } = useSession()
  if (!may('triggerCheckSessionsV2') || checkType === 'HEARTBEAT') return null
  const run = (): void =>
    perform(call('triggerCheckSessionsV2', { body: { target: { checkId: [id] } } }), words.started)
  return (
    <Button onClick={run}>
      <Play className="ic s" aria-hidden="true" />
      {words.runNow}
    </Button>
  )
}

type Perform = (work: Promise<unknown>, done: string) => void

function Actions({ check, row }: { readonly check: Check; readonly row: Row | undefined }) {
  const { may } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { id, activated, muted, name } = check
  const isMuted = muted || row?.muted === true
  const perform = (work: Promise<unknown>, done: string): void => {
    void work.then(
      async () => {
        toast({ text: done })
        await client.invalidateQueries()
      },
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  }
  const put = (body: { readonly activated: boolean } | { readonly muted: boolean }): void =>
    perform(call('updateCheckGeneric', { params: { id }, body: body as never }), words.changed)
  const actions: (MenuAction | 'line')[] = []
  if (may('updateCheckGeneric')) {
    actions.push({ label: activated ? words.pause : words.resume, onSelect: () => put({ activated: !activated }) })
    if (isMuted) actions.push({ label: words.unmute, onSelect: () => perform(unmute(id, muted), words.changed) })
    else {
      for (const minutes of muteMinutes)
        actions.push({
          label: words.mute(minutes),
          onSelect: () => perform(call('muteCheck', { params: { id }, body: { minutes } }), words.changed),
        })
      actions.push({ label: words.muteAlways, onSelect: () => put({ muted: true }) })
    }
  }
  if (may('acknowledgeCheck') && row && inTrouble.has(row.state))
    actions.push(
      row.acknowledgedBy
        ? {
            label: words.unacknowledge,
            onSelect: () => perform(call('unacknowledgeCheck', { params: { id } }), words.changed),
          }
        : {
            label: words.acknowledge,
            onSelect: () => perform(call('acknowledgeCheck', { params: { id }, body: {} }), words.changed),
          },
    )
  if (may('deleteCheck'))
    actions.push('line', { label: words.delete, isDangerous: true, onSelect: () => setDeleting(true) })
  const remove = (): void =>
    perform(
      call('deleteCheck', { params: { id } }).then(() => navigate({ to: '/checks' })),
      words.deleted(name),
    )
  return (
    <>
      <RunNow check={check} perform={perform} />
      {may('updateCheckGeneric') && (
        <Button kind="primary" asChild>
          <Link to="/checks/$id/edit" params={{ id }}>
            <Pencil className="ic s" aria-hidden="true" />
            {words.edit}
          </Link>
        </Button>
      )}
      {actions.length > 0 && (
        <Menu
          trigger={
            <Button isIcon aria-label={words.more}>
              <Ellipsis className="ic" aria-hidden="true" />
            </Button>
          }
          actions={actions}
        />
      )}
      {isDeleting && (
        <Confirm
          title={words.deleteTitle}
          text={words.deleteText}
          action={words.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

/** Both kinds: the setting of the check, and a mute for a time. */
async function unmute(id: string, isSetting: boolean): Promise<void> {
  if (isSetting) await call('updateCheckGeneric', { params: { id }, body: { muted: false } as never })
  await call('unmuteCheck', { params: { id } })
}
