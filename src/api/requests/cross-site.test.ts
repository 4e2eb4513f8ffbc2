import { expect, it } from 'vitest'
import { isCrossSite } from './cross-site.ts'

const publicUrl = 'https://belfry.example/monitoring'
const post = (headers: Record<string, string>) => isCrossSite('POST', { host: 'belfry.example', ...headers }, publicUrl)

it.each([
  [{ 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://belfry.example' }, true],
  [{ origin: 'https://belfry.example' }, false],
  [{ origin: 'https://belfry.example:8443' }, true],
  [{ origin: 'https://belfry.example.evil.example' }, true],
  [{ origin: 'null' }, true],
  [{ host: 'internal:3000', origin: 'https://belfry.example' }, false],
  [{}, false],
])('a POST with %j comes from another site: %j', (headers, expected) => {
  expect(post(headers)).toBe(expected)
})

it('reading is allowed from anywhere, as no page of another origin sees the response', () => {
  expect(isCrossSite('GET', { 'sec-fetch-site': 'cross-site' }, publicUrl)).toBe(false)
})
