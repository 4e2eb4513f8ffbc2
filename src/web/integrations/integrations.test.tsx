import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem, storedThings } from '../testing/index.ts'
import { storeAccount } from '../testing/stored-account.ts'

const ofCheck = `/checks/${storedThings.check}?tab=settings`
const none = { id: 1, called_at: null, updated_at: null, created_at: '2026-11-26T09:00:00.000Z' }

const anApi = (role: 'OWNER' | 'READ_ONLY' = 'OWNER'): FakeApi => {
  const api = new FakeApi(role)
  storeAccount(api)
  api.fail('getCheckTrigger', 'TRIGGER_NOT_FOUND')
  api.fail('getCheckGroupBadgeAddress', 'GROUP_BADGE_DISABLED')
  return api
}

it('a check has no trigger until one is created, whose URL is there to copy for curl and GitHub', async () => {
  const api = anApi()
  const { page, user } = await renderScreen(ofCheck, { api })
  const pane = within(page.getByRole('region', { name: 'Trigger' }))
  api.answer('getCheckTrigger', { ...none, checkId: storedThings.check, token: 'abc' })
  await user.click(pane.getByRole('button', { name: 'Create trigger' }))
  const url = `/checks/${storedThings.check}/trigger/abc`
  expect(pane.getByRole('figure', { name: 'URL' }).textContent).toContain(url)
  expect(pane.getByRole('figure', { name: 'curl' }).textContent).toContain(`${url}'`)
  pane.getByRole('figure', { name: 'GitHub Actions' })
})

it('the badge of a check is shown in the chosen style, as it is copied', async () => {
  const { page, user } = await renderScreen(ofCheck, { api: anApi() })
  const pane = within(page.getByRole('region', { name: 'Badge' }))
  await user.selectOptions(pane.getByLabelText('Style'), 'social')
  const url = pane.getByRole('img', { name: /^Badge of/ }).getAttribute('src') ?? ''
  expect(url).toMatch(/\/v1\/badges\/checks\/[^?]+\?style=social$/)
  expect(pane.getByRole('figure', { name: 'Markdown' }).textContent).toContain(`![Cart](${url})`)
})

it('the badge of a group is off until it is turned on', async () => {
  const api = anApi()
  const { page, user } = await renderScreen('/groups/1', { api })
  const pane = within(page.getByRole('region', { name: 'Badge' }))
  expect(pane.queryByRole('img')).toBe(null)
  api.answer('getCheckGroupBadgeAddress', { token: 't', url: 'http://localhost/v1/badges/groups/t' })
  await user.click(pane.getByRole('button', { name: 'Turn badge on' }))
  pane.getByRole('img')
})

it('a repository is added to a group without saving the group', async () => {
  const api = anApi()
  const { page, user, fill } = await renderScreen('/groups/1', { api })
  const pane = within(page.getByRole('region', { name: 'Deployments' }))
  pane.getByText('No repository runs this')
  await user.click(pane.getByRole('button', { name: 'Add repository' }))
  const dialog = within(page.getByRole('dialog'))
  await fill(dialog.getByLabelText('Repository'), 'octocat/hello-world')
  await fill(dialog.getByLabelText('Repository ID'), '1296269')
  const trigger = { groupId: 1, checkId: null, repoName: 'octocat/hello-world' }
  api.answer('createDeploymentTrigger', sample('createDeploymentTrigger', trigger))
  api.answer('listDeploymentTriggers', [sampleItem('listDeploymentTriggers', trigger)])
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  pane.getByText('octocat/hello-world')
  expect(api.sent.filter(({ id }) => id === 'updateCheckGroup')).toEqual([])
})

it('who may only read sees a badge and no trigger', async () => {
  const { page } = await renderScreen(ofCheck, { api: anApi('READ_ONLY'), language: 'de' })
  page.getByRole('region', { name: 'Badge' })
  expect(page.queryByRole('region', { name: 'Trigger' })).toBe(null)
})
