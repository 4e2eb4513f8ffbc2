import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { cellAt, cellSizeOf, drawCells, groupCells, rowsOf } from './cells.ts'
import type { CellGroup } from './cells.ts'

const words = texts.home
type Cells = Answer<'listCheckCells'>

/** Every check as a mark, by group, the worst group first; places inside a group never change. */
export function Estate({ groups, cells }: Cells) {
  const grouped = useMemo(() => groupCells(cells, groups, words.noGroup), [cells, groups])
  const size = cellSizeOf(cells.length)
  return (
    <section className="pane" aria-label={words.all}>
      <div className="pane-h">
        <h2>{words.all}</h2>
        <span className="mute">{words.checksIn(cells.length, grouped.length)}</span>
      </div>
      <div className="estate">
        {grouped.map((group) => (
          <Group key={group.id ?? 'none'} group={group} size={size} />
        ))}
      </div>
    </section>
  )
}

const countStates: readonly State[] = ['FAILING', 'DEGRADED']

function Group({ group, size }: { readonly group: CellGroup; readonly size: number }) {
  const { id, name, cells, counts } = group
  const search: Readonly<Record<string, string>> = id === null ? {} : { group: String(id) }
  const spoken = countStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${texts.common.state[state].toLowerCase()}`)
  const label = words.groupLabel(name, [texts.checks.count(cells.length), ...spoken].join(', '))
  return (
    <>
      <div className="gn">
        <Link className="quiet trunc" to="/checks" search={search}>
          {name}
        </Link>
      </div>
      <div className="cellw">
        <Canvas group={group} size={size} label={label} />
      </div>
      <div className="gc">
        {countStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <span key={state} className="loc">
              <Glyph state={state} />
              {formatNumber(counts[state])}
            </span>
          ))}
        {formatNumber(cells.length)}
      </div>
    </>
  )
}

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
    if (canvas.current && width > 0) drawCells(canvas.current, cells, { width, size, focused: at })
  }, [cells, width, size, at])
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
        style={{ width: '100%', height: rowsOf(cells.length, width, size) * size, cursor: 'pointer' }}
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
