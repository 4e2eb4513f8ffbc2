import { Link, useNavigate } from '@tanstack/react-router'
import { Play, Plus } from 'lucide-react'
import { memo, Suspense, useRef, useState } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber, withinSentence } from '../../ui/format.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { minuteOrDayOf } from '../../ui/time.tsx'
import { useFrozenOrder } from '../../ui/use-frozen-order.ts'
import { useArrangedCells, useMayCreateCheck, useMayRunChecks, useOverview } from './api.ts'
import type { Overview } from './api.ts'
import { arrangementOf } from './arrangement.ts'
import { CheckMap } from './check-map.tsx'
import { Issue } from './issue.tsx'
import { RecentEvents } from './recent-events.tsx'
import { MutedChecks } from './muted-checks.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import styles from './home-screen.module.css'
import { useTicks } from '../../results/use-ticks.ts'

const words = texts.home
const RunChecks = lazyOptional(async () => (await import('./run-checks.tsx')).RunChecks)
const states: readonly State[] = ['FAILING', 'DEGRADED', 'UNKNOWN', 'PASSING', 'PENDING', 'PAUSED']
type Counts = Overview['counts']

/** Whether anything is wrong right now, since when, why, and who knows. */
export function HomeScreen() {
  const overview = useOverview()
  const [search] = useSearchState()
  const by = arrangementOf(search['by'])
  const cells = useArrangedCells(by)
  return (
    <Page
      title={words.title}
      actions={
        <>
          <RunButton />
          <NewCheck />
        </>
      }
    >
      <Loaded query={overview}>
        {({ counts, issues, events, changes, silenced, problems }) => {
          const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
          if (all === 0) return <FirstRun />
          return (
            <>
              <Band counts={counts} issues={issues} />
              <MutedChecks silenced={silenced} />
              <div className="split">
                <div>
                  <Issues issues={issues} problems={problems} />
                  <Loaded query={cells}>{(data) => <CheckMap data={data} by={by} />}</Loaded>
                </div>
                <aside aria-label={words.events}>
                  <RecentEvents events={events} changes={changes} />
                </aside>
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const Band = memo(function Band({ counts, issues }: Pick<Overview, 'counts' | 'issues'>) {
  const [state, sentence] = sentenceOf(counts)
  const largest = issues.toSorted((a, b) => b.checks.length - a.checks.length)
  const named = largest.filter((issue) => issue.state === state).flatMap(briefly)
  return (
    <StateBand state={state} sentence={sentence} role="status" aria-live="polite">
      {named.length > 0 && <span className="dim trunc">{named.slice(0, namedAtMost).join(', ')}</span>}
      <nav className={`${styles.counts} end`} aria-label={words.counts}>
        {states
          .filter((one) => counts[one as keyof typeof counts] > 0)
          .map((one) => (
            <Link key={one} to="/checks" search={{ state: one }}>
              <Glyph state={one} />
              <b>{formatNumber(counts[one as keyof typeof counts])}</b>
              {withinSentence(texts.common.state[one])}
            </Link>
          ))}
      </nav>
    </StateBand>
  )
})

const namedAtMost = 2

/** The title and the start of a problem; none for checks that share only a reason. */
function briefly({ checks, since }: Overview['issues'][number]): string[] {
  const [first] = checks
  const isGroup = checks.every(({ groupId }) => groupId !== null && groupId === first?.groupId)
  if (first === undefined || since === null || (checks.length > 1 && !isGroup)) return []
  const name = checks.length > 1 ? words.sameReason(checks.length, first.groupName) : first.name
  return [words.since(name, minuteOrDayOf(since))]
}

function sentenceOf({ FAILING, DEGRADED, UNKNOWN, PASSING }: Counts): readonly [State, string] {
  if (FAILING > 0) return ['FAILING', words.failing(FAILING)]
  if (DEGRADED > 0) return ['DEGRADED', words.degraded(DEGRADED)]
  if (UNKNOWN > 0) return ['UNKNOWN', words.unknown(UNKNOWN)]
  if (PASSING > 0) return ['PASSING', words.allPassing]
  return ['PENDING', words.nothingYet]
}

const keyOfIssue = ({ state, reason, target, since, checks }: Overview['issues'][number]): string =>
  checks.length > 1
    ? JSON.stringify([state, reason ?? checks[0]?.notRunning?.locations, target, since])
    : `${state} ${checks[0]?.id}`

/** Under the pointer or the keyboard no problem moves: what would is counted, and applied on a click. */
function Issues({ issues, problems }: { readonly issues: Overview['issues']; readonly problems: number }) {
  const body = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useFrozenOrder(issues, keyOfIssue, body)
  const ticks = useTicks(
    shown.flatMap(({ checks }) => checks[0]?.id ?? []),
    60,
  )
  const panes = [
    { state: 'FAILING', label: words.failingPane },
    { state: 'DEGRADED', label: words.degradedPane },
    { state: 'UNKNOWN', label: words.unknownPane },
  ] as const
  const listed = shown.reduce((sum, { checks }) => sum + checks.length, 0)
  return (
    <div ref={body}>
      {waiting > 0 && (
        <p className="padx">
          <button type="button" className="link" onClick={apply}>
            {words.changes(waiting)}
          </button>
        </p>
      )}
      {panes.map(({ state, label }) => {
        const ofState = shown.filter((issue) => issue.state === state)
        return ofState.length === 0 ? null : (
          <section key={state} className="pane" aria-label={label}>
            {state !== 'FAILING' && (
              <div className="pane-h">
                <h2>{label}</h2>
                <span className="mute">{formatNumber(ofState.length)}</span>
              </div>
            )}
            <ul>
              {ofState.map((issue) => (
                <Issue key={keyOfIssue(issue)} issue={issue} ticks={ticks.get(issue.checks[0]?.id ?? '')} />
              ))}
            </ul>
          </section>
        )
      })}
      {problems > listed && (
        <p className="pad">
          <Link className="link" to="/checks" search={{ state: 'FAILING' }}>
            {words.more(problems - listed)}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Which checks run is asked behind it. */
function RunButton() {
  const mayRun = useMayRunChecks()
  const [isOpen, setOpen] = useState(false)
  if (!mayRun) return null
  return (
    <>
      <Button className="wide-only" onClick={() => setOpen(true)}>
        <Play className="ic s" aria-hidden="true" />
        {words.run}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RunChecks onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const NewCheck = () =>
  useMayCreateCheck() ? (
    <Button kind="primary" asChild>
      <Link to="/checks/new">
        <Plus className="ic s" aria-hidden="true" />
        {words.newCheck}
        <kbd>C</kbd>
      </Link>
    </Button>
  ) : null

function FirstRun() {
  const mayCreate = useMayCreateCheck()
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
      {mayCreate ? words.firstText : words.firstOfOthers}
    </Empty>
  )
}
