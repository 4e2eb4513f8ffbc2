import type { Clock } from '#kernel'
import { SourceProblem } from '../imported.ts'
import type { ReportLine, Source } from '../imported.ts'
import { HttpApiReader } from './http-api-reader.ts'
import type { FilesOfApi, SendToSource } from './source-api.ts'

export interface ApiOrder {
  readonly source: Source
  /** May be empty for an API that is for states. */
  readonly key: string
  /** Null: the one that the tool has. */
  readonly address: string | null
  /** Whether addresses outside of the domains of the tool are taken, as on the machine of the person who asks. */
  readonly takesAnyAddress: boolean
}

export interface ApiTools {
  readonly send: SendToSource
  readonly clock: Clock
  readonly signal: AbortSignal
  /** For the whole reading, waits for the limits of the tool included. */
  readonly timeLimitMs: number
}

const longestKey = 2000

/** Reads what a tool has by its API, as files of the source. Throws SourceProblem with a sentence about what to change. */
export async function readApi(
  { source, key, address, takesAnyAddress }: ApiOrder,
  tools: ApiTools,
): Promise<FilesOfApi> {
  const { api, title } = source
  if (api === undefined) throw new SourceProblem(`${title} is read from files: ${source.takes}`)
  const plain = key.trim()
  const isWithout = plain === '' && api.isForStates === true
  if ((!isWithout && !/^[\x21-\x7E]+$/.test(plain)) || plain.length > longestKey)
    throw new SourceProblem(`This is no key of ${title}. ${api.key}`)
  const base = baseOf(address ?? api.address, takesAnyAddress ? null : api.domains)
  if (base === null)
    throw new SourceProblem(
      `The address is not one of ${title}: give one such as ${api.address}${api.domains === null ? '' : ', with https'}.`,
    )
  const report: ReportLine[] = []
  const reader = new HttpApiReader({ base, title, report, tools })
  return { files: await api.read(reader, plain), report }
}

/** Without a trailing slash. Null for what is no address, or none of these domains by HTTPS. */
function baseOf(text: string, domains: readonly string[] | null): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '')
    return null
  const isOurs = (domain: string): boolean => url.hostname === domain || url.hostname.endsWith(`.${domain}`)
  if (domains !== null && (url.protocol !== 'https:' || url.port !== '' || !domains.some(isOurs))) return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
