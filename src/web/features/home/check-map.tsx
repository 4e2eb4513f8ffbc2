import { useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { texts } from '../../strings/index.ts'
import { formatNumber, withinSentence } from '../../ui/format.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import type { Cells } from './api.ts'
import { addressOfPlace, arrangements, nameOfPlace } from './arrangement.ts'
import type { Arrangement } from './arrangement.ts'
import { groupCells } from '../../check-list/cells.ts'
import type { CellGroup } from '../../check-list/cells.ts'
import { cellAt, cellSizeOf, drawCells, rowsOf } from './draw-cells.ts'
import type { Picture } from './draw-cells.ts'
import { useMarkColours } from './mark-colours.ts'
import { usePlaces } from '../../places/use-places.ts'
import styles from './check-map.module.css'

const words = texts.home

/** Every check as a mark, by group or what else they are arranged by, the worst first; places inside a group never change. */
export const CheckMap = memo(function CheckMap({ data, by }: { readonly data: Cells; readonly by: Arrangement }) {
  const before = useRef<readonly CellGroup[]>([])
  const grouped = useMemo(() => groupCells(data, words.without[by], before.current), [data, by])
  useEffect(() => {
    before.current = grouped
  }, [grouped])
  const { length } = data.cells
  const size = cellSizeOf(length)
  return (
    <section className="pane" aria-label={words.all}>
      <div className="pane-h">
        <h2>{words.all}</h2>
        <span className="mute">
          {by === 'group' ? words.checksIn(length, grouped.length) : words.arrangedIn[by](grouped.length)}
        </span>
        <Arrange by={by} />
      </div>
      <div className={styles.map}>
        {grouped.map((group) => (
          <Group key={group.id ?? 'none'} group={group} size={size} by={by} />
        ))}
      </div>
    </section>
  )
})

function Arrange({ by }: { readonly by: Arrangement }) {
  const [, change] = useSearchState()
  return (
    <div className="end">
      <Segmented
        label={words.arrangeBy}
        value={by}
        options={arrangements.map((one) => ({ value: one, label: words.arrangements[one] }))}
        onChange={(one) => change({ by: one === 'group' ? '' : one })}
        isSmall
      />
    </div>
  )
}

const countStates: readonly State[] = ['FAILING', 'DEGRADED', 'UNKNOWN']

interface GroupProps {
  readonly group: CellGroup
  readonly size: number
  readonly by: Arrangement
}

const Group = memo(function Group({ group, size, by }: GroupProps) {
  const { cells, counts } = group
  const { nameOf } = usePlaces()
  const name = by === 'location' ? nameOf(group.name) : nameOfPlace(by, group.name)
  const spoken = countStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${withinSentence(texts.common.state[state])}`)
  const label = words.groupLabel(name, [texts.checks.count(cells.length), ...spoken].join(', '))
  return (
    <>
      <div className={styles.name}>
        <ListLink className="quiet trunc" to={addressOfPlace(by, group)}>
          {name}
        </ListLink>
      </div>
      <div className={styles.marks}>
        <Canvas group={group} size={size} label={label} />
      </div>
      <div className={styles.counts}>
        {countStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <StatusLine key={state} isSmall>
              <Glyph state={state} />
              {formatNumber(counts[state])} {withinSentence(texts.common.state[state])}
            </StatusLine>
          ))}
        {formatNumber(cells.length)}
      </div>
    </>
  )
})

/** Marks on one canvas: thousands of elements would make every change slow. A click or Enter opens the check. */
function Canvas({
  group: { cells },
  size,
  label,
}: {
  readonly group: CellGroup
  readonly size: number
  readonly label: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef<Picture | null>(null)
  const colours = useMarkColours()
  const [width, setWidth] = useState(0)
  const [at, setAt] = useState<number | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const holder = canvas.current?.parentElement
    if (!holder) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.floor(holder.clientWidth)))
    observer.observe(holder)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (canvas.current === null || width === 0) return
    const picture = { cells, width, size, focused: at, colours, scale: devicePixelRatio }
    drawCells(canvas.current, picture, drawn.current)
    drawn.current = picture
  }, [cells, width, size, at, colours])
  const open = (index: number | null): void => {
    const cell = index === null ? undefined : cells[index]
    if (cell) void navigate({ to: '/checks/$id', params: { id: cell.id } })
  }
  const perRow = Math.max(1, Math.floor(width / size))
  const moves: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }
  const focused = at === null ? undefined : cells[at]
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={focused ? `${focused.name}, ${texts.common.state[focused.state]}` : label}
        title={focused?.name}
        className={styles.cells}
        style={{ height: rowsOf(cells.length, width, size) * size }}
        onClick={(event) =>
          open(cellAt(event.nativeEvent.offsetX, event.nativeEvent.offsetY, { width, size, count: cells.length }))
        }
        onMouseMove={(event) =>
          setAt(cellAt(event.nativeEvent.offsetX, event.nativeEvent.offsetY, { width, size, count: cells.length }))
        }
        onMouseLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={(event) => {
          const step = moves[event.key]
          if (event.key === 'Enter') open(at)
          if (step === undefined) return
          event.preventDefault()
          setAt(Math.max(0, Math.min(cells.length - 1, (at ?? -step) + step)))
        }}
      />
      <span className="sr" aria-live="polite">
        {focused ? `${focused.name}, ${texts.common.state[focused.state]}` : ''}
      </span>
    </>
  )
}
