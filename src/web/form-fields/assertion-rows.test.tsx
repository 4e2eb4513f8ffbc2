import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from '../testing/index.ts'

it('an assertion offers what its source takes, and shows its mistakes in its row', async () => {
  const api = new FakeApi()
  const { page, user, fill, violations } = await renderScreen('/checks/new', { api })
  await user.click(page.getByRole('button', { name: /^SSL/ }))
  await fill(page.getByLabelText('Name'), 'Certificate')
  await fill(page.getByLabelText('Host'), 'shop.example')
  await user.click(page.getByRole('button', { name: 'Add assertion' }))
  const row = () => within(page.getByLabelText('Source').parentElement ?? document.body)
  const offered = (label: string) =>
    within(row().getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  await user.selectOptions(row().getByLabelText('Source'), 'CERTIFICATE')
  expect(offered('Property')).toContain('days until expiry')
  expect(offered('Comparison')).toEqual(['equals', 'does not equal', 'is greater than', 'is less than'])
  await user.selectOptions(row().getByLabelText('Property'), 'selfSigned')
  expect(offered('Comparison')).toEqual(['equals'])
  expect(offered('Target')).toEqual(['true', 'false'])
  await user.selectOptions(row().getByLabelText('Property'), 'daysUntilExpiry')
  await fill(row().getByLabelText('Target'), 'soon')
  expect(await violations()).toEqual([])
  const problem = 'must be a number'
  api.fail('createCheckGeneric', 'BODY_INVALID', {
    values: { problems: problem },
    attributes: { 'request.assertions[0].target': problem },
  })
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(row().getByRole('alert').textContent).toBe(problem)
  await user.selectOptions(row().getByLabelText('Source'), 'RESPONSE_TIME')
  expect(row().getByLabelText<HTMLInputElement>('Property').disabled).toBe(true)
  await user.selectOptions(row().getByLabelText('Comparison'), 'IS_EMPTY')
  expect(row().getByLabelText<HTMLInputElement>('Target').disabled).toBe(true)
  await user.selectOptions(row().getByLabelText('Comparison'), 'LESS_THAN')
  await fill(row().getByLabelText('Target'), '500')
  api.recover()
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric').at(-1)).toMatchObject({
    body: {
      request: { assertions: [{ source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '500' }] },
    },
  })
})
