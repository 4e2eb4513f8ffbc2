import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Stylesheet {
  /** With a hash of the content, so that it can be cached permanently. */
  readonly fileName: string
  readonly text: string
}

/** A stylesheet whose name changes with its content; `name` is the part before the hash. */
export const stylesheet = (name: string, text: string): Stylesheet => ({
  fileName: `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.css`,
  text,
})

/** A stylesheet in the directory of this room, without comments and indentation. */
export const ownStylesheet = (name: string): Stylesheet =>
  stylesheet(
    name,
    readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8')
      .replaceAll(/\/\*[^*]*\*\//g, '')
      .replaceAll(/\s*\n\s*/g, '\n'),
  )

/** The styles of every page: typography, header, cards, forms, footer. */
export const basicStylesheet = ownStylesheet('page')
