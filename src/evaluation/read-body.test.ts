import { expect, it } from 'vitest'
import type { Observation } from '#contract'
import { hideSecrets } from './hide-secrets.ts'
import { storedBodyLimit } from './stored-body-limit.ts'
import { evaluateRun, evaluateUnreadable } from './evaluate-run.ts'
import { readBeginning, readBody } from './read-body.ts'
import { assertionOf, httpAnswer, observationOf, taskOf } from './run-samples.ts'

const unread = (bytes: Uint8Array, contentType = 'text/plain'): Observation<'API'> =>
  observationOf<'API'>(httpAnswer({ body: '' }), { undecodedBody: { bytes, contentType } })

const secret = 'the-secret-of-all-secrets'

it('an unread body is read whole, and nothing of it is left beside the answer', () => {
  const read = readBody(unread(Buffer.from('grüße')))
  expect(read.answer?.body).toBe('grüße')
  expect(read).not.toHaveProperty('unreadBody')
})

it.each([
  ['letters', 'text/plain', 'x'.repeat(storedBodyLimit - 10) + secret.repeat(50_000)],
  ['Chinese', 'text/plain', '你'.repeat(storedBodyLimit - 10) + secret.repeat(50_000)],
  ['few secrets', 'text/plain', `${secret} `.repeat(50_000)],
])('the beginning of a body of %s is stored as the beginning of the whole would be', (_which, contentType, text) => {
  const task = taskOf('API', [], { secrets: [secret] })
  const observation = unread(Buffer.from(text), contentType)
  const stored = (read: Observation<'API'>) => hideSecrets(task, read, evaluateRun(task, read)).observation.answer
  const beginning = stored(readBeginning(task, observation))
  expect(beginning).toEqual(stored(readBody(observation)))
  expect(beginning).toMatchObject({ bodyTruncated: true })
  expect(beginning?.body).not.toContain('the-secret')
})

it('no half of a secret is stored where a charset needs more bytes than expected', () => {
  const shifted = 'kあ'.repeat(6)
  const bytes = Buffer.from('k\u001b$B$"\u001b(B'.repeat(6), 'latin1')
  const task = taskOf('API', [], { secrets: [shifted] })
  for (let at = 0; at < bytes.length; at += 5) {
    const body = Buffer.concat([Buffer.alloc(at, 'x'), ...Array.from({ length: 15_000 }, () => bytes)])
    const read = readBeginning(task, unread(body, 'text/plain; charset=iso-2022-jp'))
    const stored = hideSecrets(task, read, evaluateRun(task, read)).observation.answer?.body
    expect(stored).toMatch(/^x*\*+$/)
  }
})

it('assertions that could not be evaluated fail with the reason; numbers and limits are evaluated as usual', () => {
  const task = taskOf(
    'API',
    [
      assertionOf('STATUS_CODE', 'EQUALS', { target: '200' }),
      assertionOf('JSON_BODY', 'IS_EMPTY', { property: '$.x' }),
      assertionOf('TEXT_BODY', 'NOT_CONTAINS', { target: 'x' }),
    ],
    { limits: { ...taskOf('API').limits, maxResponseTime: 50 } },
  )
  const verdict = evaluateUnreadable(task, observationOf<'API'>(httpAnswer({ body: '' })), 'It took too long.')
  expect(verdict.assertions.map(({ passed, error }) => [passed, error])).toEqual([
    [true, null],
    [false, 'It took too long.'],
    [false, 'It took too long.'],
  ])
  expect(verdict.outcome).toBe('failed')
  expect(verdict.reasons.map(({ message }) => message)).toEqual([
    expect.stringContaining('this could not be evaluated. It took too long.'),
    expect.stringContaining('this could not be evaluated. It took too long.'),
    expect.stringContaining('less than 50 ms'),
  ])
})
