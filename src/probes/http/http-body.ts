import type { HttpAnswer, HttpRequest } from '#contract'
import { decodeText } from '#kernel'

/** Content types of binary bodies, which are not displayed. */
const binaryTypes = new Set([
  'application/pdf',
  'application/octet-stream',
  'application/ogg',
  'application/x-shockwave-flash',
  'application/zip',
  'audio/wave',
  'audio/wav',
  'audio/x-wav',
  'audio/x-pn-wav',
  'audio/mpeg',
  'audio/x-ms-wma',
  'audio/vnd.rn-realaudio',
  'video/mpeg',
  'video/mp4',
  'video/quicktime',
  'video/x-ms-wmv',
  'video/x-msvideo',
  'video/x-flv',
  'video/webm',
])

const rasterTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
])

/** The maximum length of a body, on the wire and decoded. */
export const maxBodyBytes = 25 * 1024 * 1024
const maxImageBytes = 50 * 1024

export type BodyForm = 'text' | 'binary' | 'image'

/** How a body is stored. An assertion on TEXT_BODY needs its text, whatever the content type. */
export function bodyForm(contentType: string, { assertions }: HttpRequest): BodyForm {
  if (assertions.some(({ source }) => source === 'TEXT_BODY')) return 'text'
  const type = mediaType(contentType)
  if (binaryTypes.has(type)) return 'binary'
  return rasterTypes.has(type) ? 'image' : 'text'
}

const mediaType = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** How many bytes of a body in this form must be in memory. */
export const memoryBytes = (form: BodyForm): number => (form === 'binary' ? 0 : maxBodyBytes)

export type StoredBody = Pick<HttpAnswer, 'body' | 'bodyEncoding' | 'bodyTruncated'>

/** The body as stored with the answer. `size` is its length on the wire. */
export function showBody(
  form: BodyForm,
  bytes: Buffer,
  contentType: string,
  size: number,
): Omit<StoredBody, 'bodyTruncated'> & { cut: boolean } {
  if (form === 'binary') return { body: `[scrubbed: ${size} bytes of ${mediaType(contentType)}]`, cut: false }
  if (form === 'text') return { body: decodeText(bytes, contentType), cut: false }
  const body = bytes.subarray(0, maxImageBytes).toString('base64')
  return { body, bodyEncoding: 'base64', cut: bytes.length > maxImageBytes }
}
