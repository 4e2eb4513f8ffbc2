import { writeReason } from '#contract/reasons'
import { printable } from '#kernel'

interface Pair {
  readonly key: string
  readonly value: string
}

/** Headers that belong to the protocol, not to the metadata of a call. */
const ownedByProtocol = new Set([
  'te',
  'content-type',
  'content-length',
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])
const notMetadata = new Set([
  'grpc-status',
  'grpc-message',
  'grpc-encoding',
  'grpc-accept-encoding',
  'grpc-status-details-bin',
])

/** The headers of a call from its metadata, or a sentence about the first pair that gRPC cannot send. */
export function metadataHeaders(pairs: readonly Pair[]): Record<string, string[]> | { readonly problem: string } {
  const headers: Record<string, string[]> = Object.create(null)
  for (const { key, value } of pairs) {
    const name = key.trim().toLowerCase()
    const problem = problemOf(name, value)
    if (problem !== null)
      return {
        problem: writeReason('METADATA_INVALID', {
          name: JSON.stringify(name.slice(0, 100)),
          metadataProblem: problem,
        }),
      }
    headers[name] = [...(headers[name] ?? []), value]
  }
  return headers
}

function problemOf(name: string, value: string): string | null {
  if (!/^[0-9a-z_.-]+$/.test(name)) return writeReason('METADATA_PROBLEM_METADATA_KEY_INVALID')
  if (ownedByProtocol.has(name) || name.startsWith('grpc-'))
    return writeReason('METADATA_PROBLEM_METADATA_KEY_RESERVED')
  if (name.endsWith('-bin'))
    return /^[A-Za-z0-9+/_-]*={0,2}$/.test(value) ? null : writeReason('METADATA_PROBLEM_METADATA_NOT_BASE64')
  return /^[\u0020-\u007e]*$/.test(value) ? null : writeReason('METADATA_PROBLEM_METADATA_NOT_ASCII')
}

const maxPairs = 200

/** The metadata of a response: what the server sent before and after the messages, without what gRPC itself needs. */
export const metadataOf = (...blocks: readonly Readonly<Record<string, unknown>>[]): Pair[] =>
  blocks
    .flatMap((block) => Object.entries(block))
    .filter(([name]) => !name.startsWith(':') && !notMetadata.has(name))
    .flatMap(([key, value]) => [value].flat().map((item) => ({ key, value: printable(String(item)) })))
    .slice(0, maxPairs)
