export interface ImportedPlace {
  /** The outermost folder, which becomes a group; null: in none. */
  readonly group: string | null
  /** The deeper folders as one tag, as groups hold no groups; null: none. */
  readonly tag: string | null
}

const longestTag = 255

/** Where the checks of a folder belong, by the names of the folders from the outermost to the innermost. */
export function placeOf(folders: readonly string[]): ImportedPlace {
  const [group = null, ...deeper] = folders
  return { group, tag: deeper.length === 0 ? null : deeper.join('/').slice(0, longestTag) }
}
