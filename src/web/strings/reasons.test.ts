import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { germanReason } from './de/reasons.ts'

const sourceOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const unchanged = (said: readonly string[]): readonly string[] => said.filter((text) => germanReason(text) === text)

it('every sentence about a connection that fails is said in German too, with its endpoint and its code', () => {
  const source = sourceOf('egress/failure.ts')
  const said = [...source.matchAll(/\(\w*\) =>\s+(?:`([^`]+)`|'([^']+)'|"([^"]+)")/g)].map((found) =>
    (found[1] ?? found[2] ?? found[3] ?? '').replace('${endpoint}', 'shop.example:443'),
  )
  expect(said.length).toBeGreaterThan(25)
  expect(unchanged(said)).toEqual([])
  expect(germanReason('shop.example:443 did not answer in time. (ETIMEDOUT)')).toBe(
    'shop.example:443 hat nicht rechtzeitig geantwortet. (ETIMEDOUT)',
  )
})

it('every comparison of an assertion is said in German too, with what was expected and what was found', () => {
  const phrases = [...sourceOf('evaluation/comparison-rules.ts').matchAll(/: with\w+\('([^']+)'/g)].map(
    ([, one]) => one,
  )
  expect(phrases.length).toBeGreaterThan(12)
  expect(unchanged(phrases.map((phrase) => `Expected the status code ${phrase} "200", but it was "503".`))).toEqual([])
  expect(germanReason('Expected the JSON body at $.a.b to contain "x", but nothing was found.')).toBe(
    'Erwartet: JSON-Inhalt bei $.a.b enthält „x“. Tatsächlich: nichts gefunden.',
  )
})

it('limits and status codes are said in German, and what is no sentence of the service stays as it is', () => {
  expect(germanReason('Expected a status code below 400, but it was 503 Service Unavailable.')).toBe(
    'Erwartet: Statuscode unter 400. Tatsächlich: 503 Service Unavailable.',
  )
  expect(germanReason('Error: net::ERR_ABORTED at https://shop.example/')).toBe(
    'Error: net::ERR_ABORTED at https://shop.example/',
  )
  expect(germanReason('')).toBe('')
})
