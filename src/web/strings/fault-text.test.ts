import { expect, it } from 'vitest'
import { faultsOf, operations as contract } from '#contract'
import type { OperationRow } from '#contract'
import { operations } from '../api/operations.ts'
import { faults } from './de/faults.ts'
import { withDetails } from './fault-text.ts'

it('says an error in the language of the page, with the details of the service where it has some', () => {
  expect(withDetails(faults.CHECK_NOT_FOUND, 'No check with this id.')).toBe(
    'Diese Prüfung gibt es in diesem Konto nicht.',
  )
  expect(withDetails(faults.ASSERTION_INVALID, 'request.assertions[0]: no target')).toBe(
    'Diese Assertion ist nicht möglich: request.assertions[0]: no target',
  )
  expect(withDetails(undefined, 'Something new.')).toBe('Something new.')
})

/** Faults with words of the interface itself, and those of requests that no browser with a session sends. */
const others = new Set([
  'ROLE_TOO_LOW',
  'RATE_LIMITED',
  'KEY_MISSING',
  'KEY_INVALID',
  'ACCOUNT_HEADER_MISSING',
  'HOST_REPEATED',
  'BODY_ENCODING_INVALID',
  'CONTENT_TYPE_UNSUPPORTED',
])

it('has German words for every fault of the operations that the interface uses', () => {
  const rows: Readonly<Record<string, OperationRow | undefined>> = contract
  const codes = new Set(Object.keys(operations).flatMap((id) => (rows[id] ? faultsOf(rows[id]) : [])))
  expect(codes.size).toBeGreaterThan(90)
  expect([...codes].filter((code) => !Object.hasOwn(faults, code) && !others.has(code))).toEqual([])
})

it('has no place in a German text, because nothing fills one', () => {
  expect(Object.values(faults).filter((text) => /[{}]/.test(text))).toEqual([])
})
