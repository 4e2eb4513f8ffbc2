import { useScreenKeys } from '../shell/use-screen-keys.ts'

interface Rows {
  /** The keys of the rows in their order; the link of each has its own as `data-row`. */
  readonly keys: readonly string[]
  /** The row whose detail is open. */
  readonly selected: string | null
  readonly onSelect: (key: string) => void
  readonly onClose: () => void
  /** Other keys of the screen have the arrows. */
  readonly isOff?: boolean
}

const linkOf = (key: string): HTMLElement | null => document.querySelector(`[data-row="${CSS.escape(key)}"] a`)
const focusedRow = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null

/**
 * j, k and the arrows move the focus from row to row, and the open detail with it; Enter opens as the link it is on;
 * Escape closes the detail and returns to its row.
 */
export function useRowKeys({ keys, selected, onSelect, onClose, isOff = false }: Rows): void {
  const move = (step: number) => () => {
    const at = keys.indexOf(focusedRow() ?? selected ?? '')
    const next = keys[at < 0 ? 0 : Math.min(keys.length - 1, Math.max(0, at + step))]
    if (next === undefined) return
    const link = linkOf(next)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
    if (selected !== null && next !== selected) onSelect(next)
  }
  const close = (): void => {
    onClose()
    // The row is there again once the list is drawn without the detail.
    if (selected !== null) requestAnimationFrame(() => linkOf(selected)?.focus())
  }
  const [down, up] = isOff ? [] : [move(1), move(-1)]
  useScreenKeys({
    j: down,
    k: up,
    ArrowDown: down,
    ArrowUp: up,
    Escape: selected === null ? undefined : close,
  })
}
