import type { State } from '../../ui/status.tsx'
import type { Cell } from '../../check-list/cells.ts'
import type { MarkColours } from './mark-colours.ts'

/** Pixels of a mark with its gap: smaller the more there are. */
export const cellSizeOf = (count: number): number => (count <= 1_000 ? 11 : count <= 3_000 ? 9 : 7)

const perRowOf = (width: number, size: number): number => Math.max(1, Math.floor(width / size))

export const rowsOf = (count: number, width: number, size: number): number =>
  Math.max(1, Math.ceil(count / perRowOf(width, size)))

interface Grid {
  readonly width: number
  readonly size: number
  readonly count: number
}

/** The index of the mark at a place; null where there is none. */
export function cellAt(x: number, y: number, { width, size, count }: Grid): number | null {
  const perRow = perRowOf(width, size)
  const column = Math.floor(x / size)
  const index = Math.floor(y / size) * perRow + column
  return column >= 0 && column < perRow && index >= 0 && index < count ? index : null
}

/** The content of a canvas. */
export interface Picture {
  readonly cells: readonly Cell[]
  readonly width: number
  readonly size: number
  readonly focused: number | null
  readonly colours: MarkColours
  /** Pixels of the screen for each of the page. */
  readonly scale: number
}

/** Draws the marks, or of a canvas that shows marks at the same places those alone that have changed. */
export function drawCells(canvas: HTMLCanvasElement, picture: Picture, before: Picture | null): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { cells, width, size, scale } = picture
  if (before === null || !hasSamePlaces(picture, before)) {
    canvas.width = width * scale
    canvas.height = rowsOf(cells.length, width, size) * size * scale
    context.scale(scale, scale)
    drawMarks(context, picture, cells.keys())
    return
  }
  const changed = changedMarks(picture, before)
  for (const index of changed) {
    const { x, y } = placeOf(index, picture)
    context.clearRect(x, y, size, size)
  }
  drawMarks(context, picture, changed)
}

const hasSamePlaces = (picture: Picture, before: Picture): boolean =>
  before.cells.length === picture.cells.length &&
  (['width', 'size', 'colours', 'scale'] as const).every((name) => before[name] === picture[name])

/** Of checks with another state, and those that the focus left and came to. */
function changedMarks({ cells, focused }: Picture, before: Picture): ReadonlySet<number> {
  const changed = new Set<number>()
  cells.forEach((cell, index) => cell.state !== before.cells[index]?.state && changed.add(index))
  if (before.focused !== focused) for (const index of [before.focused, focused]) if (index !== null) changed.add(index)
  return changed
}

const placeOf = (index: number, { width, size }: Pick<Picture, 'width' | 'size'>) => {
  const perRow = perRowOf(width, size)
  return { x: (index % perRow) * size, y: Math.floor(index / perRow) * size }
}

/** A passing check as a small dot, trouble as its shape at full size. One path for each state. */
function drawMarks(context: CanvasRenderingContext2D, picture: Picture, indexes: Iterable<number>): void {
  const { cells, size, focused, colours } = picture
  const mark = size - 1
  const paths = new Map<State, Path2D>()
  for (const index of indexes) {
    const state = cells[index]?.state ?? 'PENDING'
    const path = paths.get(state) ?? new Path2D()
    paths.set(state, path)
    addShape(path, state, { ...placeOf(index, picture), mark })
  }
  for (const [state, path] of paths) {
    context.globalAlpha = state === 'PASSING' ? 0.42 : 1
    context.fillStyle = colours[state]
    context.strokeStyle = colours[state]
    if (state === 'PAUSED' || state === 'PENDING') context.stroke(path)
    else context.fill(path)
  }
  if (focused === null) return
  const { x, y } = placeOf(focused, picture)
  context.globalAlpha = 1
  context.strokeStyle = colours.focus
  context.strokeRect(x + 0.5, y + 0.5, mark, mark)
}

interface Place {
  readonly x: number
  readonly y: number
  readonly mark: number
}

function addShape(path: Path2D, state: State, { x, y, mark }: Place): void {
  const half = mark / 2
  if (state === 'FAILING') return path.rect(x, y, mark, mark)
  if (state === 'DEGRADED') {
    path.moveTo(x + half, y)
    path.lineTo(x + mark, y + mark)
    path.lineTo(x, y + mark)
    return path.closePath()
  }
  if (state === 'UNKNOWN') {
    path.moveTo(x + half, y)
    path.lineTo(x + mark, y + half)
    path.lineTo(x + half, y + mark)
    path.lineTo(x, y + half)
    return path.closePath()
  }
  const radius = mark * 0.27
  path.moveTo(x + half + radius, y + half)
  path.arc(x + half, y + half, radius, 0, 2 * Math.PI)
}
