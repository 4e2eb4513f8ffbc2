import type { Answer } from '../../api/operations.ts'
import type { State } from '../../ui/status.tsx'

type Cell = Answer<'listCheckCells'>['cells'][number]

export interface CellGroup {
  readonly id: number | null
  readonly name: string
  readonly cells: readonly Cell[]
  readonly counts: Readonly<Record<State, number>>
}

/** By group, those with most failing checks first, then degraded, then by name. */
export function groupCells(
  cells: readonly Cell[],
  groups: Answer<'listCheckCells'>['groups'],
  withoutGroup: string,
): CellGroup[] {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const byGroup = Map.groupBy(cells, ({ groupId }) => groupId)
  return [...byGroup]
    .map(([id, members]) => ({
      id,
      name: id === null ? withoutGroup : (names.get(id) ?? String(id)),
      cells: members,
      counts: countsOf(members),
    }))
    .toSorted(
      (a, b) =>
        b.counts.FAILING - a.counts.FAILING ||
        b.counts.DEGRADED - a.counts.DEGRADED ||
        Number(a.id === null) - Number(b.id === null) ||
        a.name.localeCompare(b.name),
    )
}

function countsOf(cells: readonly Cell[]): Record<State, number> {
  const counts = { FAILING: 0, DEGRADED: 0, PASSING: 0, PENDING: 0, PAUSED: 0, UNKNOWN: 0 }
  for (const { state } of cells) counts[state] += 1
  return counts
}

/** Pixels of a mark with its gap: smaller the more there are. */
export const cellSizeOf = (count: number): number => (count <= 1_000 ? 11 : count <= 3_000 ? 9 : 7)

export const rowsOf = (count: number, width: number, size: number): number =>
  Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / size))))

interface Grid {
  readonly width: number
  readonly size: number
  readonly count: number
}

/** The index of the mark at a place; null where there is none. */
export function cellAt(x: number, y: number, { width, size, count }: Grid): number | null {
  const perRow = Math.max(1, Math.floor(width / size))
  const column = Math.floor(x / size)
  const index = Math.floor(y / size) * perRow + column
  return column >= 0 && column < perRow && index >= 0 && index < count ? index : null
}

const colours: Readonly<Record<State, string>> = {
  PASSING: '--c-pass-mark',
  DEGRADED: '--c-deg-mark',
  FAILING: '--c-fail-mark',
  UNKNOWN: '--c-unk-mark',
  PAUSED: '--c-paus-mark',
  PENDING: '--c-paus-mark',
}

/** Draws a passing check as a small dot, and trouble as its shape at full size. */
export function drawCells(
  canvas: HTMLCanvasElement,
  cells: readonly Cell[],
  { width, size, focused }: { readonly width: number; readonly size: number; readonly focused: number | null },
): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const scale = devicePixelRatio
  const perRow = Math.max(1, Math.floor(width / size))
  canvas.width = width * scale
  canvas.height = rowsOf(cells.length, width, size) * size * scale
  context.scale(scale, scale)
  const styles = getComputedStyle(canvas)
  const mark = size - 1
  for (const state of ['PASSING', 'PENDING', 'PAUSED', 'UNKNOWN', 'DEGRADED', 'FAILING'] as const) {
    context.fillStyle = resolved(canvas, styles.getPropertyValue(colours[state]))
    context.strokeStyle = context.fillStyle
    context.globalAlpha = state === 'PASSING' ? 0.42 : 1
    context.beginPath()
    cells.forEach((cell, index) => {
      if (cell.state === state)
        addShape(context, state, { x: (index % perRow) * size, y: Math.floor(index / perRow) * size, mark })
    })
    if (state === 'PAUSED' || state === 'PENDING') context.stroke()
    else context.fill()
  }
  if (focused === null) return
  context.globalAlpha = 1
  context.strokeStyle = resolved(canvas, styles.getPropertyValue('--c-focus'))
  context.strokeRect((focused % perRow) * size + 0.5, Math.floor(focused / perRow) * size + 0.5, mark, mark)
}

interface Place {
  readonly x: number
  readonly y: number
  readonly mark: number
}

function addShape(context: CanvasRenderingContext2D, state: State, { x, y, mark }: Place): void {
  const half = mark / 2
  if (state === 'FAILING') return context.rect(x, y, mark, mark)
  if (state === 'DEGRADED') {
    context.moveTo(x + half, y)
    context.lineTo(x + mark, y + mark)
    context.lineTo(x, y + mark)
    return context.closePath()
  }
  const radius = mark * 0.27
  context.moveTo(x + half + radius, y + half)
  context.arc(x + half, y + half, radius, 0, 2 * Math.PI)
}

/** A canvas does not know light-dark(): the browser resolves it for an element. */
function resolved(canvas: HTMLCanvasElement, colour: string): string {
  canvas.style.color = colour
  return getComputedStyle(canvas).color
}
