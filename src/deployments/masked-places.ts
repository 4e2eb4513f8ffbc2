import { redactionMark } from '#redaction'

/**
 * The places of a payload, such as `config.serviceKey`, with the mask of a secret instead of the secret. Addresses of alert
 * channels have it inside of them; other texts may contain it for reasons of their authors.
 */
export function maskedPlaces(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return isMasked(value, place) ? [place] : []
  if (value === null || typeof value !== 'object') return []
  const prefix = place === '' ? '' : `${place}.`
  return Object.entries(value).flatMap(([name, part]) => maskedPlaces(part, `${prefix}${name}`))
}

const isMasked = (text: string, place: string): boolean =>
  place.startsWith('config.') ? text.includes(redactionMark) : text === redactionMark
