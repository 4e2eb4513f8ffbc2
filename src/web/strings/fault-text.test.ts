import { expect, it } from 'vitest'
import { faults } from './de/faults.ts'
import { withDetails } from './fault-text.ts'

it('says an error in the language of the page, with the details of the service where it has some', () => {
  expect(withDetails(faults.CHECK_NOT_FOUND, 'No check with this id.')).toBe(
    'Diese Prüfung gibt es in diesem Konto nicht.',
  )
  expect(withDetails(faults.ASSERTION_INVALID, 'request.assertions[0]: no target')).toBe(
    'Diese Zusicherung ist nicht möglich: request.assertions[0]: no target',
  )
  expect(withDetails(undefined, 'Something new.')).toBe('Something new.')
})
