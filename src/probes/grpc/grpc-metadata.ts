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
    if (problem !== null) return { problem: `The metadata ${JSON.stringify(name.slice(0, 100))} ${problem}` }
    headers[name] = [...(headers[name] ?? []), value]
  }
  return headers
}

function problemOf(name: string, value: string): string | null {
  if (!/^[0-9a-z_.-]+$/.test(name)) return 'has a key with other characters than letters, digits, "_", "-" and ".".'
  if (ownedByProtocol.has(name) || name.startsWith('grpc-')) return 'has a key that gRPC keeps for itself.'
  if (name.endsWith('-bin')) return /^[A-Za-z0-9+/_-]*={0,2}$/.test(value) ? null : 'must have a value in base64.'
  return /^[\u0020-\u007e]*$/.test(value)
    ? null
    : 'has a value with other characters than printable ASCII. Use a key that ends with -bin and base64 for them.'
}

const maxPairs = 200

/** The metadata of a response: what the server sent before and after the messages, without what gRPC itself needs. */
export const metadataOf = (...blocks: readonly Readonly<Record<string, unknown>>[]): Pair[] =>
  blocks
    .flatMap((block) => Object.entries(block))
    .filter(([name]) => !name.startsWith(':') && !notMetadata.has(name))
    .flatMap(([key, value]) => [value].flat().map((item) => ({ key, value: printable(String(item)) })))
    .slice(0, maxPairs)
