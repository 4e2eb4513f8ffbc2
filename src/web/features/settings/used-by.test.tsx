import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'

it('before a variable is deleted, the checks that use it are named', async () => {
  const check = '0198c6a0-0000-7000-8000-000000000001'
  const api = new FakeApi()
  api.answer('listVariables', [sampleItem('listVariables', { key: 'SHOP_HOST', value: 'shop.example' })])
  api.answer('getUsesOfVariable', {
    ...sample('getUsesOfVariable'),
    checks: [{ id: check, name: 'Uses it', checkType: 'API' }],
    totalChecks: 1,
  })
  api.answer('getCheck', sample('getCheck', { id: check, name: 'Uses it' }))
  const scene = await renderScreen('/settings/variables', { api })
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'Delete' }))
  const dialog = within(page.getByRole('alertdialog'))
  dialog.getByText('Used by 1 check and 0 groups:')
  expect(await scene.violations()).toEqual([])
  await user.click(dialog.getByRole('link', { name: 'Uses it' }))
  expect(scene.address()).toBe(`/checks/${check}`)
  page.getByRole('heading', { level: 1, name: /Uses it/ })
})
