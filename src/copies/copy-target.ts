/** Where copies of pages are kept: each page is some files below its name. */
export interface CopyTarget {
  readonly name: 'directory' | 's3' | 'git'
  /** For people; without credentials. */
  readonly place: string
  /** After so long an unchanged page is written again, so that the age of its copy says since when nobody writes any more. */
  readonly againAfterMs: number
  /** Puts files by their relative paths in place of those of a page. */
  replace(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void>
  /** Removes the copies of all pages but these. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
  /** Makes visible what was replaced and removed since the last call, where that does not happen at once. */
  publish(): Promise<void>
}
