import { isFields } from '#contract'
import { httpMethods } from '../../counterparts/http-check.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

const partOf = (entry: Fields, name: string): Fields => {
  const part = entry[name]
  return isFields(part) ? part : {}
}

function urlOf(entry: Fields): URL | null {
  const text = textIn(partOf(entry, 'request')['url'])
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
}

/** The last two labels of a host name, which pages and their APIs mostly share. */
export function siteOf(entry: Fields): string | null {
  const url = urlOf(entry)
  return url === null
    ? null
    : /^[\d.]+$|^\[/.test(url.hostname)
      ? url.hostname
      : url.hostname.split('.').slice(-2).join('.')
}

const pages: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch'])

/** Why a request is not imported, with the host of others; null for one that is. */
export function leftOut(entry: Fields, site: string | null): string | null {
  if (isWanted(entry, site)) return null
  const url = urlOf(entry)
  if (url === null) return 'no HTTP'
  if (siteOf(entry) !== site) return `other site: ${url.host}`.slice(0, 200)
  if (!isSent(entry)) return 'other methods'
  return hasStatus(entry) ? 'files of pages' : 'no response'
}

const isSent = (entry: Fields): boolean => {
  const method = textIn(partOf(entry, 'request')['method']).toUpperCase()
  return method !== 'OPTIONS' && httpMethods.includes(method)
}

const hasStatus = (entry: Fields): boolean => /^[1-5]\d\d$/.test(textIn(partOf(entry, 'response')['status']))

/** Documents and calls of APIs at the site. */
function isWanted(entry: Fields, site: string | null): boolean {
  if (siteOf(entry) === null || siteOf(entry) !== site || !isSent(entry) || !hasStatus(entry)) return false
  const kind = textIn(entry['_resourceType']).toLowerCase()
  if (kind !== '') return pages.has(kind)
  const { content } = partOf(entry, 'response')
  const type = isFields(content) ? textIn(content['mimeType']) : ''
  return /json|html|xml(?!\+svg)/i.test(type) && !/svg/i.test(type)
}
