import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scrubMessage, scrubStack } from './crash-text.ts'

it('a message keeps what is said of the error, and no value in it', () => {
  expect(scrubMessage("TypeError: Cannot read properties of undefined (reading 'password')")).toBe(
    'TypeError Cannot read properties of undefined reading …',
  )
  expect(scrubMessage('connect ECONNREFUSED 10.0.0.1:5432')).toBe('… ECONNREFUSED …')
})

it('nothing that is in no vocabulary gets through, however it is written', () => {
  const hostile = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/)
  const frame = fc.constantFrom(
    (secret: string) => `Authorization: Bearer ${secret}`,
    (secret: string) => `https://user:${secret}@host/${secret}?key=${secret}`,
    (secret: string) => `{"body":"${secret}","list":[${secret}]}`,
    (secret: string) => `x-api-key=${secret}\r\ncookie:${secret}`,
    (secret: string) => `Error: ${secret}\n    at ${secret} (/home/${secret}/index.js:1:2)`,
    (secret: string) => `expected ${secret} to be ${secret}`,
    (secret: string) => `\`${secret} '${secret} "${secret} <${secret} [${secret}`,
    (secret: string) => `the\u0000${secret}\u2028the\u00a0${secret}`,
  )
  fc.assert(
    fc.property(hostile, frame, (secret, write) => {
      expect(scrubMessage(write(secret))).not.toContain(secret)
      expect(scrubStack(write(secret))).not.toContain(secret)
    }),
  )
})

it('a message stays short, whatever its length', () => {
  expect(scrubMessage('the value is not '.repeat(100_000)).length).toBeLessThan(600)
  expect(scrubStack('at x (/app/src/agent/index.ts:1:1)\n'.repeat(10_000)).split('\n').length).toBe(30)
})

it('scrubbing again changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = scrubMessage(`Error: cannot read ${text}`)
      expect(scrubMessage(once)).toBe(once)
    }),
  )
})
