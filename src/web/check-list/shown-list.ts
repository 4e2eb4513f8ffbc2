let shown: readonly string[] = []

/** The checks of the list that was looked at last, in its order: pages of checks lead from one to the next. */
export function rememberShown(ids: readonly string[]): void {
  shown = ids
}

/** The checks before and after a check in that list; null when it was not in it. */
export function besideInShown(id: string): { readonly previous: string | null; readonly next: string | null } | null {
  const at = shown.indexOf(id)
  return at < 0 ? null : { previous: shown[at - 1] ?? null, next: shown[at + 1] ?? null }
}
