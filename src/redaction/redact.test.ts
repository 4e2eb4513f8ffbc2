import { expect, it } from 'vitest'
import { redactionMark, redactor } from './redact.ts'

const secret = `Tok&<en>/é "it's"%20`
const hidden = redactor([secret])

it.each([
  ['as it is', secret],
  ['percent-encoded as a component', encodeURIComponent(secret)],
  ['percent-encoded in lower case', encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase())],
  ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
  ['percent-encoded as an address', encodeURI(secret)],
  ['as a template writes it into an address', encodeURI(secret).replaceAll(/%25(..)/g, '%$1')],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['in JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  [
    'in HTML',
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  ],
  ['in base64', Buffer.from(secret).toString('base64').replaceAll('=', '')],
  ['in URL-safe base64', Buffer.from(secret).toString('base64url')],
  ['as a host name', secret.toLowerCase()],
])('a secret %s is hidden', (_form, text) => {
  expect(hidden(`before ${text} after`)).toBe(`before ${redactionMark} after`)
})

it('half a surrogate pair in a secret breaks nothing', () => {
  expect(redactor(['ab\uD800cd'])('x ab\uD800cd y')).toBe(`x ${redactionMark} y`)
})
