import { undoLastChange } from '../../check-list/last-bulk-change.ts'
import { useMay } from '../../session/session.tsx'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { useErrorChange } from './api.ts'
import type { ListedError } from './api.ts'

interface ErrorKeys {
  readonly errors: readonly ListedError[]
  readonly chosen: readonly ListedError[]
  readonly toggle: (index: number, isRange?: boolean) => void
  readonly clear: () => void
}

const ignore = (): void => undefined

/**
 * j and k move, x selects, e archives until the next occurrence what is selected or else the row with the focus, z undoes,
 * Escape clears.
 */
export function useErrorKeys({ errors, chosen, toggle, clear }: ErrorKeys): void {
  const change = useErrorChange()
  const mayChange = useMay('changeErrors')
  const keys = errors.map(({ id }) => id)
  useRowKeys({ keys, selected: null, onSelect: ignore, onClose: ignore })
  const current = (): number =>
    keys.indexOf(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '')
  const archive = (): void => {
    const row = errors[current()]
    const wanted = chosen.length > 0 ? chosen : row === undefined ? [] : [row]
    if (wanted.length === 0) return
    void change(
      wanted.map(({ id }) => id),
      'UNTIL_NEXT',
    ).then(clear)
  }
  useScreenKeys(mayChange ? { x: () => toggle(current()), e: archive, z: undoLastChange, Escape: clear } : {})
}
