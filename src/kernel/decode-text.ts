import { TextDecoder as WebDecoder } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'

/**
 * Decodes a body by its byte order mark, else the charset of its content type, else what a document of HTML or XML
 * declares, else as UTF-8, or windows-1252 where HTML is none (WHATWG Encoding, and HTML 13.2.3.2). Invalid bytes become
 * U+FFFD, a byte order mark is removed.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf(bytes, contentType)
  if (charset === utf8) return utf8Text(bytes)
  try {
    // Node's decoder has other tables for Korean, Traditional Chinese and Japanese than browsers.
    return printable(new WebDecoder(charset).decode(bytes))
  } catch {
    return utf8Text(bytes)
  }
}

const utf8 = 'UTF-8'
const western = 'windows-1252'
const xmlType = /^(?:text|application)\/xml$|\+xml$/
const beyondAscii = /[^\0-\x7f]/
const startOfTag = 0x3c
const longestMark = 3
const declarationBytes = 4096

/** The name of an encoding as the standard has it. */
function charsetOf(bytes: Uint8Array, contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const transportLayerEncodingLabel = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1]
  const isXml = xmlType.test(type)
  const isDocument = type === 'text/html' || (type === '' && bytes[0] === startOfTag)
  const said = sniffEncoding(bytes.subarray(0, isDocument || isXml ? declarationBytes : longestMark), {
    xml: isXml,
    defaultEncoding: '',
    ...(transportLayerEncodingLabel !== undefined && { transportLayerEncodingLabel }),
  })
  return said === '' ? unnamedCharset(bytes, isDocument) : said
}

/** The charset that browsers guess for most documents that are not UTF-8. */
const unnamedCharset = (bytes: Uint8Array, isDocument: boolean): string =>
  isDocument && !isUtf8(bytes) ? western : utf8

/** A body that was cut may end inside a character; when that is all beyond ASCII, it says nothing for UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder(utf8, { fatal: true }).decode(bytes, { stream: true })
    return text.length === bytes.length || beyondAscii.test(text)
  } catch {
    return false
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
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
  for (let at = 0; at < units.length; at += 1) if (units[at] === 0) units[at] = replacementCharacter
  return bytes.toString('utf16le')
}

function utf8Text(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return printable(text.startsWith('\uFEFF') ? text.slice(1) : text)
}
