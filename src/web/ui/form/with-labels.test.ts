import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { withLabels } from './with-labels.ts'

const labels = { startsAt: 'Starts', endsAt: 'Ends', name: 'Name', 'request.url': 'URL' }

it('a mistake names fields by the labels of the form, and leaves words and other fields as they are', () => {
  const message =
    'endsAt must be after startsAt; name must not be empty; request.url is no URL; request.urls is unknown'
  const fields = { endsAt: 'must be after startsAt', name: 'A window with this name exists.' }
  const error = withLabels(new ApiError(400, message, { code: 'BODY_INVALID', fields, retryAfter: 3 }), labels)
  expect(error).toMatchObject({
    status: 400,
    message: '“Ends” must be after “Starts”; “Name” must not be empty; “URL” is no URL; request.urls is unknown',
    code: 'BODY_INVALID',
    fields: { endsAt: 'must be after “Starts”', name: 'A window with this name exists.' },
    retryAfter: 3,
  })
})

it('what is no error of the service stays as it is', () => {
  const error = new TypeError('startsAt')
  expect(withLabels(error, labels)).toBe(error)
})
