import { join } from 'node:path'
import type { Plugin } from 'vite'

const marks = ['?de', '?us']
const sources = join(import.meta.dirname, '../../src/web')
/** Shared by both pages: a test turns one clock. */
const shared = join(sources, 'time')

/**
 * A page reads its language once, when its modules are loaded. Modules that are imported with `?de` import each other so,
 * which gives tests a second page beside the first, and `?us` one with the dates of the United States.
 */
export const germanPage: Plugin = {
  name: 'german-page',
  enforce: 'pre',
  async resolveId(source, importer) {
    const isMarked = marks.some((one) => source.endsWith(one))
    const mark = marks.find((one) => (isMarked ? source : importer)?.endsWith(one))
    if (mark === undefined) return null
    const plain = isMarked ? source.slice(0, -mark.length) : source
    const found = await this.resolve(plain, importer?.replace(mark, ''), { skipSelf: true })
    if (!found || found.external || !found.id.startsWith(sources) || found.id.startsWith(shared)) return found
    return { ...found, id: `${found.id}${mark}` }
  },
}
