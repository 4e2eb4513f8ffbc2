import { writeReason } from '#contract/reasons'
import type { KeyValuePair } from '#contract'

export interface OwnFraming {
  readonly headers: Readonly<Record<string, string>>
  /** The parts that are not sent, and why. */
  readonly notes: readonly string[]
}

/**
 * The framing that the headers of a check ask for, as far as it is true of its body (RFC 9112 6): chunks, or a length.
 * Anything else would end in a message that the target reads as another one.
 */
export function ownFraming(headers: readonly KeyValuePair[], bodyLength: number): OwnFraming {
  const coding = valueOf(headers, 'transfer-encoding')
  const length = valueOf(headers, 'content-length')
  if (coding?.toLowerCase() === 'chunked') {
    const notes = length === null ? [] : [writeReason('LOG_OWN_LENGTH_BESIDE', { lengthText: length })]
    return { headers: { 'transfer-encoding': 'chunked' }, notes }
  }
  const notes = coding === null ? [] : [writeReason('LOG_OWN_CODING', { coding })]
  if (length === null) return { headers: {}, notes }
  if (/^\d+$/.test(length) && Number(length) === bodyLength)
    return { headers: { 'content-length': String(bodyLength) }, notes }
  return {
    headers: {},
    notes: [...notes, writeReason('LOG_OWN_LENGTH', { lengthText: length, count: bodyLength })],
  }
}

function valueOf(headers: readonly KeyValuePair[], name: string): string | null {
  const values = headers.filter(({ key }) => key.trim().toLowerCase() === name).map(({ value }) => value.trim())
  return values.length === 0 ? null : values.join(', ')
}
