import type { Answer } from '../../api/operations.ts'

/** Of a run that is followed: a line of its log, or the beginning or end of a step. */
export type RunEvent = Answer<'getDryRunProgress'>['events'][number] & {
  /** Absent where nothing is tried again. */
  readonly attempt?: number
}

/** The events of each attempt of a run, the first one first. */
export const attemptsOf = (events: readonly RunEvent[]): readonly (readonly [number, readonly RunEvent[]])[] => [
  ...Map.groupBy(events, ({ attempt = 1 }) => attempt),
]

/** A test or a step of a run that is under way. */
export interface LiveStep {
  readonly title: string
  /** How deep it is among the steps that are shown: 0 for tests. */
  readonly indent: number
  readonly state: NonNullable<RunEvent['state']>
  /** Milliseconds; null while it is under way. */
  readonly duration: number | null
}

interface OpenStep {
  readonly index: number
  readonly indent: number
  readonly isHidden: boolean
  readonly isFixture: boolean
  /** Its own line is left out; its steps take its place. */
  readonly isTransparent: boolean
}

const outside: OpenStep = { index: -1, indent: 0, isHidden: false, isFixture: false, isTransparent: true }

type Row = LiveStep & { readonly isShown: boolean }

/**
 * The steps of a run by its events so far, in the order in which they began. What Playwright does around a test by itself
 * is left out unless it fails.
 */
export function liveStepsOf(events: readonly RunEvent[]): readonly LiveStep[] {
  const rows: Row[] = []
  let open: OpenStep[] = []
  for (const event of events) {
    const { type, depth = 0 } = event
    if (type !== 'STEP') continue
    const [parent, ended] = [open[depth - 1] ?? outside, open[depth]]
    open = open.slice(0, depth)
    if (event.state === 'STARTED') {
      const step = openedIn(parent, event.category ?? '', rows.length)
      open.push(step)
      rows.push(begun(step, event.title ?? ''))
    } else if (ended) end(rows, ended, event)
  }
  return rows.filter(({ isShown }) => isShown).map(({ isShown: _shown, ...step }) => step)
}

const openedIn = (parent: OpenStep, category: string, index: number): OpenStep => ({
  index,
  indent: parent.indent + (parent.isTransparent ? 0 : 1),
  // What a fixture does is of no interest, but that it failed is.
  isHidden: parent.isHidden || parent.isFixture,
  isFixture: category === 'fixture',
  isTransparent: category === 'hook' || category === 'fixture',
})

const begun = ({ indent, isHidden, isTransparent }: OpenStep, title: string): Row => ({
  title,
  indent,
  state: 'STARTED',
  duration: null,
  isShown: !isHidden && !isTransparent,
})

function end(rows: Row[], { index, isHidden, isTransparent }: OpenStep, { state, duration }: RunEvent): void {
  const row = rows[index]
  if (row === undefined || state === undefined) return
  const isShown = !isHidden && (!isTransparent || state === 'FAILED')
  rows[index] = { ...row, state, duration: duration ?? null, isShown }
}
