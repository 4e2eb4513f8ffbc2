import { GripVertical } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { Button } from '../button.tsx'

const dragType = 'application/x-row'
const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The list with one item at another place; a place that there is not leaves it as it is. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

interface Movable {
  readonly index: number
  readonly onMove: (from: number, to: number) => void
}

interface MoveHandleProps extends Movable {
  /** Says what is moved, and how. */
  readonly label: string
}

/** Moves its row with the arrow keys, or by dragging it onto another. */
export function MoveHandle({ index, label, onMove }: MoveHandleProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = moves[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = event.currentTarget.closest('.stack')?.querySelectorAll<HTMLButtonElement>('.grip')
    onMove(index, index + step)
    // Rows have no names: the focus goes where the row went.
    rows?.[index + step]?.focus()
  }
  return (
    <Button
      isIcon
      kind="ghost"
      className="grip"
      draggable
      aria-label={label}
      title={label}
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.dataTransfer.setData(dragType, String(index))}
    >
      <GripVertical className="ic s" aria-hidden="true" />
    </Button>
  )
}

/** The handlers that let other rows be dropped on a row. */
export const dropTarget = ({ index, onMove }: Movable) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const from = event.dataTransfer.getData(dragType)
    if (from === '') return
    event.preventDefault()
    onMove(Number(from), index)
  },
})
