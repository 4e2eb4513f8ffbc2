import type { PictureType } from '#contract'

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** The text before the first element of a document: a mark of its encoding, a declaration, comments, a type. */
const prolog = /^\uFEFF?\s*(?:<\?[^>]{0,2000}>\s*|<!--[\s\S]{0,4000}?-->\s*|<!DOCTYPE svg[^>[]{0,1000}>\s*){0,20}/i

const isSvg = (bytes: Buffer): boolean => {
  if (bytes.includes(0)) return false
  const text = bytes.toString('utf8')
  return /^<svg[\s>]/.test(text.replace(prolog, '')) && /<\/svg>\s*$/.test(text)
}

const kinds: readonly (readonly [PictureType, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n') && startsWith(bytes, 'IHDR', 12)],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/x-icon', (bytes) => startsWith(bytes, '\0\0\x01\0') && bytes.length > 22 && bytes.readUInt16LE(4) > 0],
  ['image/svg+xml', isSvg],
]

/** The type of a picture by its bytes; null for anything that pages do not show. */
export const pictureTypeOf = (bytes: Buffer): PictureType | null =>
  kinds.find(([, isOfKind]) => isOfKind(bytes))?.[0] ?? null
