import type { FastifyRequest } from 'fastify'

type Headers = FastifyRequest['headers']

const versionPart = ['cli-version', /^[\w.+-]{1,40}$/] as const

/** How tools that deploy say what they are, with which version, who uses them and in which pipeline. */
const namedParts = [
  ['source', /^[A-Z][A-Z\d_-]{1,19}$/],
  versionPart,
  ['operator', /^[\w.-]{1,60}$/],
  ['ci-name', /^[\w .()/-]{1,60}$/],
] as const

/** The user agent of a request, behind what its tool says of itself: `CLI 9.5.0, ci, GitHub Actions: axios/1.8.4`. */
export function programOf(headers: Headers): string {
  const userAgent = headers['user-agent'] ?? ''
  const [source, version, ...rest] = namedParts.map(([name, pattern]) => partOf(headers, name, pattern))
  const tool = [source, version].filter((part) => part !== undefined).join(' ')
  const parts = [tool, ...rest].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? userAgent : `${parts.join(', ')}: ${userAgent}`
}

/** The version that the command line tool says it has, for example `9.5.0`. */
export const toolVersionOf = (headers: Headers): string | undefined => partOf(headers, ...versionPart)

function partOf(headers: Headers, name: string, pattern: RegExp): string | undefined {
  const header = new RegExp(`^x-[a-z]+-${name}$`)
  const found = Object.entries(headers).find(
    ([key, value]) => header.test(key) && typeof value === 'string' && pattern.test(value),
  )?.[1]
  return found === undefined ? undefined : String(found)
}
