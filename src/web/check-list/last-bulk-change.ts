let undo: (() => void) | null = null

/** Undoes the last bulk change, if there is one that can be undone; the key `z` does. */
export const undoLastChange = (): void => undo?.()

/** Remembers how the last bulk change is undone; null: it cannot be. */
export function rememberUndo(next: (() => void) | null): void {
  undo = next
}
