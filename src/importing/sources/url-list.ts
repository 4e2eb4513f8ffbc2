import { Draft, maxImported } from '../draft.ts'
import { SourceProblem } from '../imported.ts'
import type { Source } from '../imported.ts'

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** One address a line; what follows `#` is a comment. */
export const urlList: Source = {
  name: 'urls',
  title: 'List of URLs',
  takes: 'Text files with one URL a line.',
  read: async (files, { location }) => {
    const draft = new Draft()
    for (const { path, content } of files)
      for (const [index, line] of new TextDecoder().decode(content).split(/\r?\n/).entries()) {
        const url = line.replace(/(?:^|\s)#.*$/, '').trim()
        const item = `${path}:${index + 1}`
        if (url === '') continue
        if (draft.size >= maxImported) throw new SourceProblem(`One import takes at most ${maxImported} checks.`)
        if (!isAddress(url))
          draft.report({ item, field: '', fate: 'impossible', note: 'This is no HTTP URL: correct it.' })
        else {
          const value = { checkType: 'URL', name: nameOf(url), locations: [location], request: { method: 'GET', url } }
          draft.add({ section: 'checks', logicalId: nameOf(url), item, value })
          draft.report({ item, field: 'url', fate: 'exact', note: '' })
        }
      }
    return draft.finish()
  },
}

/** `shop.example/health`: how people call a page. */
const nameOf = (url: string): string =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .slice(0, 255)
