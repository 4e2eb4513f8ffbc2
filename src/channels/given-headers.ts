import { validateHeaderName } from 'node:http'
import type { KeyValuePair } from '#contract'
import { writeReason } from '#contract/reasons'
import type { TemplateRenderer } from './template-renderer.ts'

/** Servers reject headers and URLs of more than about 8 KB. */
export const maxPartLength = 1000
/** Headers for message framing are set by the HTTP client. */
const framingHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Names in lowercase; of a repeated header the last value is used. */
export const headersOfPairs = (pairs: readonly KeyValuePair[], renderer: TemplateRenderer): Record<string, string> =>
  Object.fromEntries(
    pairs
      .map(
        ({ key, value }) =>
          [key.trim().toLowerCase(), renderer.render(`headers ${key}`, value, 'none', maxPartLength).trim()] as const,
      )
      .filter(([name]) => !framingHeaders.has(name)),
  )

/** A name is as the user wrote it; values are encoded, whatever text an alert has. */
export function findHeaderProblem(headers: Readonly<Record<string, string>>): string | null {
  for (const name of Object.keys(headers)) {
    try {
      validateHeaderName(name)
    } catch {
      return writeReason('HEADER_NAME_INVALID', { name })
    }
  }
  return null
}
