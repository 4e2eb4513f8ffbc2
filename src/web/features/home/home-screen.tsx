import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey, useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { useCheckChanges } from '../../live/live.tsx'
import type { CheckChange } from '../../live/live.tsx'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Estate } from './estate.tsx'
import { Issue } from './issue.tsx'
import { LatestAlerts } from './latest-alerts.tsx'

const words = texts.home
const shownIssues = 20
const troubled = { query: { state: ['FAILING' as const, 'DEGRADED' as const], limit: shownIssues } }
const states: readonly State[] = ['FAILING', 'DEGRADED', 'PASSING', 'PENDING', 'PAUSED']
type Cells = Answer<'listCheckCells'>
type Rows = Answer<'listCheckRows'>

/** Whether anything is wrong right now, since when, why, and who knows. */
export function HomeScreen() {
  const rows = useOperation('listCheckRows', troubled, { everyMs: 15_000 })
  const cells = useOperation('listCheckCells', undefined, { everyMs: 60_000 })
  useLiveHome()
  return (
    <Page title={words.title} actions={<NewCheck />}>
      <Loaded query={rows}>
        {({ entries, counts }) => {
          const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
          if (all === 0) return <FirstRun />
          const failing = entries.filter(({ state }) => state === 'FAILING')
          const degraded = entries.filter(({ state }) => state === 'DEGRADED')
          return (
            <>
              <Band counts={counts} />
              <div className="split">
                <div>
                  <Issues label={words.failingPane} rows={failing} all={counts.FAILING} state="FAILING" />
                  <Issues label={words.degradedPane} rows={degraded} all={counts.DEGRADED} state="DEGRADED" />
                  <Loaded query={cells}>{(data) => <Estate {...data} />}</Loaded>
                </div>
                <aside aria-label={words.events}>
                  <LatestAlerts />
                </aside>
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** States of cells change in place; the list of troubled checks is read anew when one enters or leaves it. */
function useLiveHome(): void {
  const client = useQueryClient()
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      const byId = new Map(changes.map((change) => [change.id, change]))
      client.setQueryData<Cells>(queryKey('listCheckCells'), (cells) => cells && withStates(cells, byId))
      const shown = client.getQueryData<Rows>(queryKey('listCheckRows', troubled))
      const known = new Map(shown?.entries.map(({ id, state }) => [id, state]))
      const isMoved = changes.some(({ id, state }) => (known.get(id) ?? 'PASSING') !== state)
      if (isMoved) void client.invalidateQueries({ queryKey: ['listCheckRows'] })
    },
    [client],
  )
  useCheckChanges(onChanges)
}

function withStates(cells: Cells, changes: ReadonlyMap<string, CheckChange>): Cells {
  let isChanged = false
  const next = cells.cells.map((cell) => {
    const state = changes.get(cell.id)?.state
    if (state === undefined || state === cell.state || cell.state === 'PAUSED') return cell
    isChanged = true
    return { ...cell, state }
  })
  return isChanged ? { ...cells, cells: next } : cells
}

function Band({ counts }: { readonly counts: Rows['counts'] }) {
  const [kind, state, sentence] = sentenceOf(counts)
  return (
    <section className={`band ${kind}`} role="status" aria-live="polite">
      <Glyph state={state} />
      <h2 className="say">{sentence}</h2>
      <nav className="counts end" aria-label={words.counts}>
        {states
          .filter((one) => counts[one as keyof typeof counts] > 0)
          .map((one) => (
            <Link key={one} to="/checks" search={{ state: one }}>
              <Glyph state={one} />
              <b>{formatNumber(counts[one as keyof typeof counts])}</b>
              {texts.common.state[one].toLowerCase()}
            </Link>
          ))}
      </nav>
    </section>
  )
}

function sentenceOf({ FAILING, DEGRADED, PASSING }: Rows['counts']): readonly [string, State, string] {
  if (FAILING > 0) return ['fail', 'FAILING', words.failing(FAILING)]
  if (DEGRADED > 0) return ['deg', 'DEGRADED', words.degraded(DEGRADED)]
  if (PASSING > 0) return ['pass', 'PASSING', words.allPassing]
  return ['paus', 'PENDING', words.nothingYet]
}

const Issues = ({
  label,
  rows,
  all,
  state,
}: {
  readonly label: string
  readonly rows: Rows['entries']
  readonly all: number
  readonly state: State
}) =>
  rows.length === 0 ? null : (
    <section className="pane" aria-label={label}>
      <ul>
        {rows.map((row) => (
          <Issue key={row.id} row={row} />
        ))}
      </ul>
      {all > rows.length && (
        <p className="pad">
          <Link className="link" to="/checks" search={{ state }}>
            {words.more(all - rows.length)}
          </Link>
        </p>
      )}
    </section>
  )

const NewCheck = () =>
  useMay('createUrlCheck') ? (
    <Button kind="primary" asChild>
      <Link to="/checks/new">
        <Plus className="ic s" aria-hidden="true" />
        {words.newCheck}
        <kbd>C</kbd>
      </Link>
    </Button>
  ) : null

function FirstRun() {
  const mayCreate = useMay('createUrlCheck')
  const navigate = useNavigate()
  return (
    <Empty
      title={words.firstTitle}
      action={
        mayCreate && (
          <Button kind="primary" onClick={() => void navigate({ to: '/welcome' })}>
            {words.newCheck}
          </Button>
        )
      }
    >
      {words.firstText}
    </Empty>
  )
}
