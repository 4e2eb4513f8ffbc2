const named: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '0': '\0', '\\': '\\' }
const escape = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([rnt0\\]))/g

/**
 * Converts a payload as users write it to bytes: `\r`, `\n`, `\t`, `\0`, `\\`, `\xHH` (one byte) and `\uHHHH` (one
 * character in UTF-8). Any other backslash stays as it is; the rest is UTF-8.
 */
export function payloadBytes(payload: string): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (const match of payload.matchAll(escape)) {
    parts.push(Buffer.from(payload.slice(from, match.index)), bytesOf(match))
    from = match.index + match[0].length
  }
  return parts.length === 0 ? Buffer.from(payload) : Buffer.concat([...parts, Buffer.from(payload.slice(from))])
}

function bytesOf([, byte, unit, letter]: RegExpExecArray): Buffer {
  if (byte !== undefined) return Buffer.from(byte, 'hex')
  if (unit !== undefined) return Buffer.from(String.fromCharCode(Number.parseInt(unit, 16)))
  return Buffer.from(named[letter ?? ''] ?? '')
}
