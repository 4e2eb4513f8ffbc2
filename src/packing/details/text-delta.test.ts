import { expect, it } from 'vitest'
import { seededRandom } from '../../../tests/support/seeded-random.ts'
import { decodeDetail, encodeAgainst } from './detail-bytes.ts'
import { decodeDelta, encodeDelta } from './text-delta.ts'

const random = seededRandom(7)
const below = (limit: number): number => Math.floor(random() * limit)
const letters = (size: number): string =>
  Array.from({ length: size }, () => ['a', 'b', '"', ',', '7', 'ü'][below(6)]).join('')

/** The text with some of its parts left out, moved, repeated or changed. */
function changed(text: string): string {
  const [from, to] = [below(text.length + 1), below(text.length + 1)]
  const part = text.slice(Math.min(from, to), Math.max(from, to))
  const [before, behind] = [text.slice(0, Math.min(from, to)), text.slice(Math.max(from, to))]
  const made = [before + behind, behind + part + before, before + part + part + behind, before + letters(9) + behind]
  return made[below(made.length)] ?? text
}

it('gives every text back from its base and what differs', () => {
  for (let round = 0; round < 3_000; round += 1) {
    const base = letters(below(400))
    let text = base
    for (let changes = below(6); changes > 0; changes -= 1) text = changed(text)
    const [from, wanted] = [Buffer.from(base), Buffer.from(text)]
    expect(decodeDelta(from, encodeDelta(from, wanted)).toString()).toBe(text)
  }
})

it('needs little more than what differs', () => {
  const text = (at: string, id: string): Buffer =>
    Buffer.from(
      `{"headers":{"server":"nginx","date":"${at}","x-request-id":"${id}"},"body":"${'constant '.repeat(50)}"}`,
    )
  const base = text('Tue, 24 Nov 2026 08:54:15 GMT', 'd567ce51')
  expect(encodeDelta(base, base).length).toBeLessThan(8)
  expect(encodeDelta(base, text('Tue, 24 Nov 2026 09:17:32 GMT', 'b35b6fe9')).length).toBeLessThan(40)
})

it('rejects a delta that was cut short, and one of another base', () => {
  const [base, other] = [Buffer.from('a'.repeat(50) + letters(150)), Buffer.from('b'.repeat(50) + letters(150))]
  const text = Buffer.concat([base.subarray(0, 120), other.subarray(60)])
  const bytes = encodeAgainst(base, text)
  expect(decodeDetail(bytes, base).equals(text)).toBe(true)
  expect(() => decodeDetail(bytes, other)).toThrow('the same when it is read')
  expect(() => decodeDetail(bytes, null)).toThrow('needs its base')
  expect(() => decodeDelta(base, Buffer.of(200))).toThrow('has all of its parts')
})
