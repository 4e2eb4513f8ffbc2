import { expect, it } from 'vitest'
import { isWebUrlText } from './request-fields.ts'

it.each(['https://', 'http://[::1', 'https://a:99999/', 'https://exa mple/', 'exa mple', 'a.example:99999'])(
  '%s is no URL',
  (text) => {
    expect(isWebUrlText(text)).toBe(false)
  },
)

it.each([
  'https://a.example',
  'http://[::1]:80/',
  '{{HOST}}/x',
  'https://{{HOST}}:{{PORT}}/',
  'HTTPS://ä.example/?q=1',
  'a.example/api/test',
  'localhost:3000',
])('%s is a URL, or may be one', (text) => {
  expect(isWebUrlText(text)).toBe(true)
})
