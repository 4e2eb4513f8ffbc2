import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNumeric, kindOfPlace, phrasesOf } from './reason-places.ts'
import { readReason } from './read-reason.ts'
import type { Said } from './read-reason.ts'
import { reasons } from './reasons.ts'
import { fillPlaces, writeReason } from './write-reason.ts'

const rows = Object.entries(reasons)
const placesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function inEnglish(said: Said): string {
  if (typeof said === 'string') return said
  if (!('code' in said)) return said.map(inEnglish).join(' ')
  const values = Object.entries(said.params).map(([name, value]) => [name, inEnglish(value)])
  const text = fillPlaces(reasons[said.code], Object.fromEntries(values))
  return said.isWithoutStop === true ? text.slice(0, -1) : text
}

const words = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(\.[a-z0-9]{1,5})?(:\d{2,4})?$/)
const numbers = fc.oneof(fc.nat(1_000_000), fc.integer({ min: -999, max: 999 }), fc.constantFrom(0.5, 12.25, 1e21))
const anything = fc.oneof(words, fc.string({ maxLength: 30 }), fc.constantFrom(...Object.values(reasons)))

/** A value of a place: of its kind, or of `texts` where any text fits. */
function valueOf(name: string, texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const group = phrasesOf(name)
  if (group !== null) return fc.constantFrom(...Object.values(group)).chain((phrase) => filled(phrase, texts))
  const kind = kindOfPlace(name)
  if (isNumeric(kind)) return numbers.map(String)
  if (kind === 'code') return fc.stringMatching(/^E[A-Z]{3,8}$/)
  return kind === 'word' ? words : texts
}

const filled = (text: string, texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record(Object.fromEntries(placesIn(text).map((name) => [name, valueOf(name, texts)])))
    .map((values) => fillPlaces(text, values))

describe('a reason', () => {
  it.each(rows)('%s is read with the code and the values that it was written with', (code, text) => {
    const values = fc.record(Object.fromEntries(placesIn(text).map((name) => [name, valueOf(name, words)])))
    fc.assert(
      fc.property(values, (params) => {
        const said = readReason(fillPlaces(text, params))
        if (typeof said === 'string' || !('code' in said)) throw new Error(`${code} is not read`)
        // Some phrases are the same in two places.
        expect(reasons[said.code]).toBe(text)
        const read = Object.entries(said.params).map(([name, value]) => [name, inEnglish(value)])
        expect(Object.fromEntries(read)).toEqual(params)
      }),
      { numRuns: 8 },
    )
  })

  it('is read so that writing it again gives the same text, whatever is in its places', () => {
    const texts = fc.constantFrom(...rows).chain(([, text]) => filled(text, anything))
    fc.assert(
      fc.property(texts, (text) => {
        expect(inEnglish(readReason(text))).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('is read in another and behind another', () => {
    const refused = writeReason('CONNECTION_REFUSED', { endpoint: writeReason('ENDPOINT_PROXY', { host: 'p:3128' }) })
    expect(readReason(`ECONNREFUSED: ${writeReason('PROXY_UNREACHABLE', { reason: refused })}`)).toEqual({
      code: 'CODED',
      params: {
        errorCode: 'ECONNREFUSED',
        reason: {
          code: 'PROXY_UNREACHABLE',
          params: {
            reason: {
              code: 'CONNECTION_REFUSED',
              params: { endpoint: { code: 'ENDPOINT_PROXY', params: { host: 'p:3128' } } },
            },
          },
        },
      },
    })
    const status = writeReason('STATUS_UNEXPECTED', { limit: 400, status: '503 Service Unavailable' })
    expect(readReason(`${status} ${writeReason('STATUS_ADVICE')}`)).toEqual([
      { code: 'STATUS_UNEXPECTED', params: { limit: '400', status: '503 Service Unavailable' } },
      { code: 'STATUS_ADVICE', params: {} },
    ])
  })

  it('is not read in what others say', () => {
    expect(readReason('Error: net::ERR_ABORTED at https://shop.example/')).toBe(
      'Error: net::ERR_ABORTED at https://shop.example/',
    )
    expect(readReason('HTTP 500: <html>')).toBe('HTTP 500: <html>')
  })
})
