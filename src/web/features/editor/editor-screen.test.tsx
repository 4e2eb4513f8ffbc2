import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, storeCheck } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

const valueOf = ({ page }: Scene, label: string): string => page.getByLabelText<HTMLInputElement>(label).value

describe('a new check', () => {
  it('shows a mistake at its field, and what is typed survives a reload', async () => {
    const api = new FakeApi()
    const mistake = 'must be a URL with http or https'
    api.fail('createCheckGeneric', 'BODY_INVALID', {
      values: { problems: `request.url ${mistake}` },
      attributes: { 'request.url': mistake },
    })
    const scene = await renderScreen('/checks/new', { api })
    const { page, user, fill, reload, violations } = scene
    await user.click(page.getByRole('button', { name: /^URL/ }))
    await fill(page.getByLabelText('Name'), 'Draft')
    await fill(page.getByLabelText('URL'), 'nonsense')
    await user.click(page.getByRole('button', { name: 'Create' }))
    const url = page.getByLabelText('URL')
    expect(url.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(url.getAttribute('aria-describedby') ?? '')?.textContent).toBe(mistake)
    await reload()
    page.getByText('Your unsaved changes were restored.')
    expect([valueOf(scene, 'Name'), valueOf(scene, 'URL')]).toEqual(['Draft', 'nonsense'])
    await user.click(page.getByRole('button', { name: 'Discard' }))
    page.getByText('What should be checked?')
    expect(await violations()).toEqual([])
    await reload()
    page.getByText('What should be checked?')
  })

  it('offers earlier drafts instead of opening one', async () => {
    const scene = await renderScreen('/checks/new', { api: new FakeApi() })
    const { page, user, fill, open, address, violations } = scene
    await user.click(page.getByRole('button', { name: /^URL/ }))
    await fill(page.getByLabelText('Name'), 'Shop')
    await open('/checks/new')
    const drafts = () => within(page.getByRole('region', { name: 'Drafts' }))
    drafts().getByText('Unsaved draft: URL, Shop')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: /^TCP/ }))
    expect(valueOf(scene, 'Name')).toBe('')
    await open('/checks/new')
    await user.click(drafts().getByRole('button', { name: 'Continue' }))
    expect(valueOf(scene, 'Name')).toBe('Shop')
    expect(address()).toBe('/checks/new?type=URL')
    await open('/checks/new')
    await user.click(drafts().getByRole('button', { name: 'Discard' }))
    expect(page.queryByRole('region', { name: 'Drafts' })).toBe(null)
  })

  it('says mistakes beside their fields in the language of the page', async () => {
    const api = new FakeApi()
    const expected = 'an http or https URL, for example https://www.example.com/'
    api.fail('createCheckGeneric', 'BODY_INVALID', {
      values: { problems: 'name must not be empty' },
      attributes: { name: 'must not be empty' },
      problems: [
        { path: 'name', rule: 'minLength', parameters: { limit: 1 } },
        { path: 'request.url', rule: 'pattern', parameters: { pattern: '^https?://', expected } },
        { path: 'request.headers[0].key', rule: 'minLength', parameters: { limit: 1 } },
      ],
    })
    const { page, user, fill, violations } = await renderScreen('/checks/new', { api, language: 'de' })
    await user.click(page.getByRole('button', { name: /^API/ }))
    await fill(page.getByLabelText('URL'), 'shop')
    await user.click(within(page.getByRole('tabpanel')).getByRole('button', { name: 'Hinzufügen' }))
    await user.click(page.getByRole('button', { name: 'Anlegen' }))
    const beside = (label: string) =>
      within(page.getByLabelText(label).closest<HTMLElement>('[class*=field]') ?? document.body)
    beside('Name').getByText('darf nicht leer sein')
    beside('URL').getByText(/^muss eine URL mit http oder https sein/)
    page.getByText(/request\.headers\[0\]\.key darf nicht leer sein/)
    within(page.getByRole('tabpanel')).getByText('darf nicht leer sein')
    expect(await violations()).toEqual([])
  })

  it('gives the focus to the first field with a mistake', async () => {
    const api = new FakeApi()
    api.fail('createCheckGeneric', 'BODY_INVALID', {
      values: { problems: 'name must not be empty' },
      attributes: { name: 'must not be empty' },
    })
    const { page, user, fill } = await renderScreen('/checks/new', { api })
    await user.click(page.getByRole('button', { name: /^API/ }))
    await fill(page.getByLabelText('URL'), 'https://shop.example/')
    await user.click(page.getByRole('button', { name: 'Create' }))
    expect(document.activeElement).toBe(page.getByLabelText('Name'))
  })

  it('is not for whoever may only read', async () => {
    const { page } = await renderScreen('/checks/new', { role: 'READ_ONLY' })
    page.getByText('Not allowed')
    expect(page.queryByText('What should be checked?')).toBe(null)
  })
})

it('a copy of a check has its fields, and names the secrets that have to be entered again', async () => {
  const api = new FakeApi()
  const hidden = { key: 'TOKEN', value: null, locked: false, secret: true }
  const { id } = storeCheck(api, { name: 'Shop', tags: ['books'], environmentVariables: [hidden] })
  const scene = await renderScreen(`/checks/${id}`, { api })
  const { page, user, violations } = scene
  await user.click(page.getByRole('button', { name: 'More actions' }))
  await user.click(page.getByRole('menuitem', { name: 'Duplicate' }))
  expect([valueOf(scene, 'Name'), valueOf(scene, 'Tags, separated by commas')]).toEqual(['Shop (copy)', 'books'])
  page.getByText('Secret values are not copied. Enter them again: TOKEN.')
  expect(await violations()).toEqual([])
  await user.type(page.getByLabelText(/: Value$/), 'x')
  expect(page.queryByText(/^Secret values/)).toBe(null)
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric')).toMatchObject([{ body: { name: 'Shop (copy)', tags: ['books'] } }])
})

describe('editing a check', () => {
  it('shows what saving changes, and says when somebody else was faster', async () => {
    const api = new FakeApi()
    const { id, now, change } = storeCheck(api, { name: 'Shared' })
    const { page, user, fill, address } = await renderScreen(`/checks/${id}/edit`, { api })
    page.getByText('No changes yet.')
    await fill(page.getByLabelText('Name'), 'Mine')
    const changes = page.getByRole('region', { name: 'Unsaved changes' })
    expect(within(changes).getByText('Shared').tagName).toBe('DEL')
    within(changes).getByText('Mine')
    change({ tags: ['theirs'] })
    await user.keyboard('{Control>}s{/Control}')
    page.getByText(/^Someone else changed this check/)
    expect(api.sentOf('updateCheckGeneric')).toEqual([])
    await user.click(page.getByRole('button', { name: 'Save anyway' }))
    expect(address()).toBe(`/checks/${id}`)
    expect(now()).toMatchObject({ name: 'Mine', tags: ['theirs'] })
  })

  it('is saved by the keys of either system wherever the focus is, and says those of this one', async () => {
    const api = new FakeApi()
    const { id, now } = storeCheck(api, { name: 'Shared' })
    const { page, user, fill, open } = await renderScreen(`/checks/${id}/edit`, { api })
    expect(page.getByRole('button', { name: /^Save/ }).textContent).toContain('Ctrl S')
    await fill(page.getByLabelText('Name'), 'Mine')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await user.keyboard('{Control>}s{/Control}')
    expect(now()).toMatchObject({ name: 'Mine' })
    await open(`/checks/${id}/edit`)
    await fill(page.getByLabelText('Name'), 'Ours')
    page.getByRole('link', { name: 'Locations' }).focus()
    await user.keyboard('{Meta>}s{/Meta}')
    expect(now()).toMatchObject({ name: 'Ours' })
    const german = await renderScreen(`/checks/${id}/edit`, { api, language: 'de' })
    expect(german.page.getByRole('button', { name: /^Speichern/ }).textContent).toContain('Strg S')
  })

  it('says what the other tab changed, before anything is saved', async () => {
    const api = new FakeApi()
    const { id, change } = storeCheck(api, { name: 'Two tabs' })
    const scene = await renderScreen(`/checks/${id}/edit`, { api })
    const { page, user, fill, turn, violations } = scene
    await fill(page.getByLabelText('Name'), 'Mine')
    change({ tags: ['theirs'] })
    api.events.push('edited-checks', [id])
    await turn(250)
    const conflict = within(page.getByRole('alert'))
    conflict.getByText(/^Someone else changed this check/)
    conflict.getByText('theirs')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Load their version' }))
    expect(page.queryByRole('alert')).toBe(null)
    expect(valueOf(scene, 'Name')).toBe('Two tabs')
    expect(valueOf(scene, 'Tags, separated by commas')).toBe('theirs')
  })

  it('says what somebody else changed while it was being saved', async () => {
    const api = new FakeApi()
    const { id, now } = storeCheck(api, { name: 'Two people' })
    const { page, user, fill } = await renderScreen(`/checks/${id}/edit`, { api })
    await fill(page.getByLabelText('Name'), 'Mine')
    api.fail('updateCheckGeneric', 'RESOURCE_CHANGED', { values: { changes: '' } })
    await user.click(page.getByRole('button', { name: /^Save/ }))
    within(page.getByRole('alert')).getByText(/^Someone else changed this check/)
    expect(now()).toMatchObject({ name: 'Two people' })
  })

  it('says that somebody else changed it also while their version cannot be loaded, and loads it later', async () => {
    const api = new FakeApi()
    const { id } = storeCheck(api, { name: 'Two people' })
    const { page, user, fill, settled } = await renderScreen(`/checks/${id}/edit`, { api })
    await fill(page.getByLabelText('Name'), 'Mine')
    const reject = api
      .fail('updateCheckGeneric', 'RESOURCE_CHANGED', { values: { changes: '' } })
      .hold('updateCheckGeneric')
    await user.click(page.getByRole('button', { name: /^Save/ }))
    api.cut('getCheck')
    reject()
    await settled()
    within(page.getByRole('alert')).getByText(/^Their version could not be loaded[.]/)
    expect(page.getByRole('button', { name: /^Save/ }).getAttribute('aria-busy')).toBe(null)
    storeCheck(api, { id, name: 'Theirs' })
    await user.click(page.getByRole('button', { name: 'Try again' }))
    within(page.getByRole('alert')).getByText(/^Someone else changed this check/)
    page.getByRole('button', { name: 'Load their version' })
  })

  it('waits for the check, and says when it could not be loaded', async () => {
    const api = new FakeApi()
    const { id } = storeCheck(api, { name: 'Late' })
    const release = api.hold('getCheck')
    const scene = await renderScreen(`/checks/${id}/edit`, { api })
    const { page, user, reload, settled } = scene
    page.getByRole('status', { name: 'Loading' })
    release()
    await settled()
    expect(valueOf(scene, 'Name')).toBe('Late')
    api.fail('getCheck', 'INTERNAL', { values: { requestId: '1' } })
    await reload()
    page.getByText('Loading failed')
    storeCheck(api, { name: 'Here' })
    await user.click(page.getByRole('button', { name: 'Try again' }))
    expect(valueOf(scene, 'Name')).toBe('Here')
  })

  it('is not for whoever may only read', async () => {
    const { page } = await renderScreen('/checks/0198c6a0-0000-7000-8000-0000000000c1/edit', { role: 'READ_ONLY' })
    page.getByText('Not allowed')
    expect(page.queryByLabelText('Name')).toBe(null)
  })
})
