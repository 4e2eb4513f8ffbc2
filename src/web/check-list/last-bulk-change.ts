let last: { readonly undo: () => void; readonly forget: () => void } | null = null

/** Undoes the last bulk change, if there is one that can be undone, and no longer offers it; the key `z` does. */
export function undoLastChange(): void {
  last?.forget()
  last?.undo()
}

/** Remembers how the last bulk change is undone, and how the offer to do so is taken away; null: it cannot be undone. */
export function rememberUndo(undo: (() => void) | null, forget: () => void = () => {}): void {
  last = undo === null ? null : { undo, forget }
}
