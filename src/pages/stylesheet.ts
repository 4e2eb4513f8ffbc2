import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Stylesheet {
  /** With a hash of the text, so that it can be kept for ever. */
  readonly fileName: string
  readonly text: string
}

/** A stylesheet with a name of its own for every text; `name` is the part before the hash. */
export const stylesheet = (name: string, text: string): Stylesheet => ({
  fileName: `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.css`,
  text,
})

/** A stylesheet that lies beside the code of this room. */
export const ownStylesheet = (name: string): Stylesheet =>
  stylesheet(name, readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8'))

/** What every page begins with: typography, header, cards, forms, footer. */
export const basicStylesheet = ownStylesheet('page')
