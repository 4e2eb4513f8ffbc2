import { expect, it } from 'vitest'
import { controlsOfRoles, renderScreen, screensOf } from './testing/index.ts'
import type { Scene } from './testing/index.ts'

it.each(screensOf('lists'))('each role sees what it may do in %s', async (_name, address) => {
  const { shown, permitted } = await controlsOfRoles(address)
  expect(shown).toEqual(permitted)
})

it('each role sees what it may do with checks that are selected', async () => {
  const prepare = async ({ page, user }: Scene): Promise<void> => {
    for (const box of page.queryAllByRole('checkbox', { name: 'Select Cart' })) await user.click(box)
  }
  const { shown, permitted } = await controlsOfRoles('/checks', { prepare })
  expect(shown).toEqual(permitted)
})

it('the key for a new check does nothing for whoever may make none', async () => {
  const { page, user, address } = await renderScreen('/checks', { role: 'READ_RUN' })
  await user.keyboard('c')
  expect(address()).toBe('/checks')
  await user.keyboard('?')
  expect(page.getByRole('dialog').textContent).not.toContain('Create here')
})
