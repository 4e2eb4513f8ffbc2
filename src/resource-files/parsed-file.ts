import type { Mistake, Path, Position } from './mistake.ts'

/** A file of resources as text. */
export interface SourceFile {
  /** Relative to the directory, with `/`. */
  readonly path: string
  readonly text: string
}

/** The content of a file, and where each part of it stands. */
export interface ParsedFile {
  readonly path: string
  readonly value: unknown
  /** Of the value at a path, or of its name; where there is nothing, of what is nearest above. */
  readonly positionOf: (path: Path, part?: 'name' | 'value') => Position | null
}

/** A file, or what keeps it from being read. */
export type Parsed = { readonly file: ParsedFile } | { readonly mistakes: readonly Mistake[] }
