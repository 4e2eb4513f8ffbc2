/**
 * Decodes a body by the charset of its content type, UTF-8 by default (WHATWG Encoding). Invalid bytes become U+FFFD, a
 * byte order mark is removed.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset === 'utf-8' || charset === 'utf8') return utf8Text(bytes)
  try {
    return printable(new TextDecoder(charset).decode(bytes))
  } catch {
    return utf8Text(bytes)
  }
}

const longText = 65_536
const replacementCharacter = 0xfffd

/** Removes NUL characters, which PostgreSQL's text cannot store. */
export function printable(text: string): string {
  if (!text.includes('\0')) return text
  if (text.length < longText) return text.replaceAll('\0', '\uFFFD')
  // A string may be megabytes of NUL characters, for which replaceAll needs gigabytes.
  const bytes = Buffer.from(text, 'utf16le')
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) bytes.writeUInt16LE(replacementCharacter, at)
  }
  return bytes.toString('utf16le')
}

function utf8Text(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return printable(text.startsWith('\uFEFF') ? text.slice(1) : text)
}
