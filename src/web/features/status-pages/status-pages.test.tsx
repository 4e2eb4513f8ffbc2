import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  FakeApi,
  keepSavedFiles,
  offeredLanguages,
  renderScreen,
  sample,
  sampleIn,
  storedPages,
  storePages,
} from '../../testing/index.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  storePages(api)
})
const ofComponents = `/status-pages/${storedPages.components}`
const ofCards = `/status-pages/${storedPages.cards}`

/** The screen with the fields of pictures, and the field of the file of the logo. */
async function renderPictures() {
  const scene = await renderScreen(`${ofComponents}?tab=look`, { api })
  const container = scene.page.getByLabelText<HTMLInputElement>('Upload: Logo', { selector: 'input' })
  return { ...scene, container }
}

describe('the list of status pages', () => {
  it('has both versions with their addresses, domains and subscribers', async () => {
    const { page, violations } = await renderScreen('/status-pages', { api })
    const [shop = page.getByRole('row'), old = shop] = page.getAllByRole('row').slice(1)
    within(shop).getByRole('link', { name: 'Shop' })
    within(shop).getByRole('link', { name: /^.status.shop / })
    within(shop).getByText('Waiting for DNS')
    within(old).getByText('Private')
    expect(await violations()).toEqual([])
  })

  it('of an account without pages says what they are for, and offers none to those who may only read', async () => {
    const { page } = await renderScreen('/status-pages', { api: new FakeApi('READ_ONLY') })
    page.getByText('No status pages')
    expect(page.queryByRole('link', { name: 'New status page' })).toBe(null)
  })

  it('that cannot be loaded is loaded again on request', async () => {
    api.fail('listStatusPageSummaries', 'INTERNAL')
    const { page, user } = await renderScreen('/status-pages', { api })
    storePages(api)
    await user.click(page.getByRole('button', { name: 'Try again' }))
    page.getByRole('link', { name: 'Shop' })
  })

  it('is reached by g and s', async () => {
    const { user, address } = await renderScreen('/checks', { api })
    await user.keyboard('gs')
    expect(address()).toBe('/status-pages')
  })
})

it('a new page has the address that its name suggests, and opens', async () => {
  const { page, user, fill, address } = await renderScreen('/status-pages/new', { api })
  await fill(page.getByLabelText('Name'), 'Café & Bar')
  expect(page.getByLabelText<HTMLInputElement>('Address').value).toBe('cafe-bar')
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createStatusPageV3')).toMatchObject([{ body: { name: 'Café & Bar', url: 'cafe-bar' } }])
  expect(address()).toMatch(/^.status-pages./)
})

describe('a page with components', () => {
  it('is saved as a whole with what was renamed, moved by key, hidden, added and removed', async () => {
    const scene = await renderScreen(ofComponents, { api })
    const { page, user, fill } = scene
    await fill(page.getByLabelText('Name of component, number 2'), 'Basket')
    await user.click(page.getByRole('button', { name: 'Hide Basket from readers' }))
    page.getByRole('button', { name: /^Move Docs, number 3/ }).focus()
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(page.getByRole('button', { name: /^Move Docs, number 3/ }))
    await user.click(page.getByRole('button', { name: 'Component' }))
    expect(document.activeElement).toBe(page.getByDisplayValue('New component'))
    await user.click(page.getByRole('button', { name: 'Remove New component' }))
    await user.click(page.getByRole('button', { name: 'Undo' }))
    await user.click(page.getByRole('button', { name: 'Save' }))
    page.getByText('Status page saved')
    const [sent] = api.sentOf('updateStatusPageDefinitionV3')
    const group = '0198c6a0-0000-7000-8000-0000000000a1'
    expect(sent?.body.components).toMatchObject([
      { name: 'API', parentId: null },
      { name: 'Basket', parentId: group, hidden: true },
      { name: 'Docs', parentId: group },
      { id: 'new-1', name: 'New component', parentId: group },
    ])
  })

  it('is shown beside as it is typed, in a frame in which nothing runs', async () => {
    const { page, fill, turn, user } = await renderScreen(ofComponents, { api })
    const frame = page.getByTitle<HTMLIFrameElement>('Preview')
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.getAttribute('srcdoc')).toContain('As readers see it')
    await fill(page.getByLabelText('Description'), 'How we are')
    await turn(400)
    await user.click(page.getByRole('button', { name: 'Dark' }))
    expect(api.sentOf('previewStatusPage').at(-1)).toMatchObject({
      body: {
        version: 3,
        statusPageId: storedPages.components,
        page: { description: 'How we are', defaultTheme: 'DARK' },
      },
    })
  })

  it('keeps what is typed when somebody else has saved it, and says so', async () => {
    api.fail('updateStatusPageDefinitionV3', 'RESOURCE_CHANGED', { values: { changes: '' } })
    const { page, user, fill } = await renderScreen(ofComponents, { api })
    await fill(page.getByLabelText('Name'), 'Mine')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(page.getAllByRole('alert').length).toBeGreaterThan(0)
    expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  })

  it('is saved in one request, only over what was read, and each time over what was saved before', async () => {
    api.version('getStatusPageDefinitionV3', 'W/"first"')
    const { page, user } = await renderScreen(`${ofComponents}?tab=look`, { api })
    await user.click(page.getByRole('checkbox', { name: 'English' }))
    const changes = ', at noon (display.languages)'
    api.fail('updateStatusPageDefinitionV3', 'RESOURCE_CHANGED', { values: { changes } })
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(page.getAllByRole('alert').some(({ textContent }) => textContent.includes('display.languages'))).toBe(true)
    expect(page.getByRole('checkbox', { name: 'English' })).toHaveProperty('checked', false)
    const display = { embedOrigins: [], languages: ['de'], offeredLanguages, charts: [] }
    const { page: stored } = sample('getStatusPageDefinitionV3')
    const saved = sample('getStatusPageDefinitionV3', { page: { ...stored, url: 'shop' }, display })
    api.answer('updateStatusPageDefinitionV3', saved)
    api.answer('getStatusPageDefinitionV3', saved)
    api.version('getStatusPageDefinitionV3', 'W/"second"')
    await user.click(page.getByRole('button', { name: 'Save' }))
    await user.click(page.getByRole('checkbox', { name: 'English' }))
    await user.click(page.getByRole('button', { name: 'Save' }))
    const sent = api.sent.filter(({ id }) => id.startsWith('update'))
    expect(sent.map(({ id, ifMatch }) => [id, ifMatch])).toEqual(
      ['W/"first"', 'W/"first"', 'W/"second"'].map((tag) => ['updateStatusPageDefinitionV3', tag]),
    )
  })

  it('is not left with unsaved changes without asking', async () => {
    const { page, user, fill, address } = await renderScreen(ofComponents, { api })
    await fill(page.getByLabelText('Name'), 'Mine')
    await user.click(page.getByRole('link', { name: 'Appearance' }))
    expect(page.queryByRole('dialog')).toBe(null)
    const [pages = document.body] = page.getAllByRole('navigation', { name: 'Pages' })
    await user.click(within(pages).getByRole('link', { name: 'Alerts' }))
    await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(`${ofComponents}?tab=look`)
  })

  it('warns of colours of text that cannot be read', async () => {
    const { page, fill, violations } = await renderScreen(`${ofComponents}?tab=look`, { api })
    page.getByText(/^1 colour of text|^\d colours of text|^All text/)
    await fill(page.getByLabelText('Links'), '#eee')
    page.getByText(/^1\.2:1 on/)
    await fill(page.getByLabelText('Links'), 'red')
    page.getByText('Write a colour as #1257c2.')
    expect(await violations()).toEqual([])
  })

  it('takes pictures as files, at most 256 kB, whose addresses are set', async () => {
    const address = 'https://belfry.example/pages/pictures/1.png'
    api.answer('createStatusPagePicture', { address, contentType: 'image/png', sizeBytes: 3 })
    const { page, user, container } = await renderPictures()
    const file = new File(['abc'], 'logo.png', { type: 'image/png' })
    await user.upload(container, new File([new Uint8Array(256 * 1024 + 1)], 'large.png', { type: 'image/png' }))
    page.getByText('The picture is larger than 256 kB.')
    expect(api.sentOf('createStatusPagePicture')).toEqual([])
    await user.upload(container, file)
    expect(api.sentOf('createStatusPagePicture')).toMatchObject([
      { params: { statusPageId: storedPages.components }, body: file },
    ])
    expect(page.getByLabelText<HTMLInputElement>('Logo').value).toBe(address)
    api.fail('createStatusPagePicture', 'PICTURE_INVALID')
    await user.upload(container, file)
    page.getByText(/no picture that pages show/)
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateStatusPageDefinitionV3')).toMatchObject([{ body: { page: { logo: address } } }])
  })

  it('says which sites may embed it and in which languages it is, of which it has at least one', async () => {
    const french = { language: 'fr', name: 'Français' }
    const languages = ['en', 'de', 'gone']
    const { page: shown } = sample('getStatusPageDefinitionV3')
    const given = { embedOrigins: [], charts: [], languages, offeredLanguages: [...offeredLanguages, french] }
    api.answer(
      'getStatusPageDefinitionV3',
      sample('getStatusPageDefinitionV3', {
        page: { ...shown, url: 'shop', customDomain: 'status.shop.example' },
        display: given,
      }),
    )
    const { page, user, fill, violations } = await renderScreen(`${ofComponents}?tab=access`, { api })
    await fill(page.getByLabelText('Sites that may embed the page'), 'https://a.example\nhttps://b.example\n')
    page.getByText(/<iframe src=".*.status.shop"/)
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('link', { name: 'Appearance' }))
    await user.click(page.getByRole('checkbox', { name: 'English' }))
    expect(page.getByRole<HTMLInputElement>('checkbox', { name: 'German' }).disabled).toBe(true)
    await user.click(page.getByRole('checkbox', { name: 'French' }))
    await user.click(page.getByRole('button', { name: 'Save' }))
    const display = { embedOrigins: ['https://a.example', 'https://b.example'], languages: ['de', 'fr'], charts: [] }
    expect(api.sentOf('updateStatusPageDefinitionV3')).toMatchObject([{ body: { display } }])
  })

  it('has charts of checks, of components that are not saved yet too', async () => {
    const check = sampleIn('listCheckRows', 'entries', { id: '0198c6a0-0000-7000-8000-0000000000d1', name: 'Cart API' })
    api.answer('listCheckRows', { ...sample('listCheckRows'), entries: [check] })
    const { page, user, fill, turn } = await renderScreen(ofComponents, { api })
    for (const name of ['Cart', 'New component']) {
      if (name !== 'Cart') await user.click(page.getByRole('button', { name: 'Component' }))
      await user.click(page.getByRole('button', { name: `Settings of ${name}` }))
      await fill(page.getByLabelText('Find a check'), 'cart')
      await turn(150)
      await user.click(page.getByRole('button', { name: 'Cart API' }))
    }
    await turn(400)
    const charts = ['0198c6a0-0000-7000-8000-0000000000a2', 'new-1'].map((componentId) => ({
      componentId,
      checkId: check.id,
    }))
    expect(api.sentOf('previewStatusPage').at(-1)).toMatchObject({ body: { charts } })
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateStatusPageDefinitionV3')).toMatchObject([{ body: { display: { charts } } }])
  })

  it('says which records its domain lacks', async () => {
    const { page, user, violations } = await renderScreen(`${ofComponents}?tab=domain`, { api })
    page.getByText('belfry-status-page=1')
    expect(page.getAllByText('Not found')).toHaveLength(2)
    await user.click(page.getByRole('button', { name: 'Check now' }))
    expect(api.sentOf('recheckDomainV3')).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  it('has rules, which say how many checks they concern, and are made and turned off', async () => {
    const { page, user, fill, violations } = await renderScreen(`${ofComponents}?tab=rules`, { api })
    page.getByText('2 checks')
    await user.click(page.getByRole('switch', { name: 'Cart fails is enabled' }))
    expect(api.sentOf('updateAutomationRuleV3')).toMatchObject([{ body: { name: 'Cart fails', enabled: false } }])
    await user.click(page.getByRole('button', { name: 'New rule' }))
    await fill(page.getByLabelText('Name'), 'Docs fail')
    await fill(page.getByLabelText('Tags'), 'docs, web')
    await user.selectOptions(page.getByLabelText('Docs'), 'Major outage')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Create rule' }))
    expect(api.sentOf('createAutomationRuleV3')).toMatchObject([
      { body: { name: 'Docs fail', tags: ['docs', 'web'], components: [{ targetImpact: 'MAJOR_OUTAGE' }] } },
    ])
  })
})

describe('the copies of a page', () => {
  it('are shown with their age, and with the reason when one is not written', async () => {
    const { page, violations } = await renderScreen(`${ofComponents}?tab=domain`, { api })
    const copies = within(page.getByRole('region', { name: 'Copies' }))
    const [directory, git] = copies.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(directory).toMatch(/Directory.*ago/)
    expect(git).toContain('Git branchnot written yetgit push: refused')
    expect(await violations()).toEqual([])
  })
})

describe('subscribers', () => {
  it('are found by the service, and removed', async () => {
    const { page, user, fill, turn } = await renderScreen(`${ofComponents}?tab=subscribers`, { api })
    await fill(page.getByLabelText('Find an address'), 'nora')
    await turn(150)
    expect(api.sentOf('listStatusPageSubscribersV3').at(-1)?.query).toMatchObject({ search: 'nora' })
    await user.click(page.getAllByRole('button', { name: 'Remove' })[0] ?? page.getByRole('table'))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(api.sentOf('deleteStatusPageSubscriberV3')).toHaveLength(1)
  })

  it('show how each is told, and why one is no more, on the screen and as CSV', async () => {
    const saved = keepSavedFiles()
    const { page, user, violations } = await renderScreen(`${ofComponents}?tab=subscribers`, { api })
    const row = within(page.getByRole('row', { name: /hooks\.reader\.example/ }))
    row.getByText('Webhook')
    row.getByText('Docs')
    row.getByText('HTTP 403')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'CSV' }))
    expect(((await saved[0]?.content.text()) ?? '').split('\r\n').slice(0, 3)).toEqual([
      'address,type,status,components,since,failure',
      expect.stringMatching(/^"nora@reader\.example","EMAIL","VERIFIED","",/),
      expect.stringMatching(
        /^"hooks\.reader\.example\/… \(1a2b3c4d5e6f\)","WEBHOOK","VERIFIED","Docs",".*","HTTP 403"$/,
      ),
    ])
  })

  it('are imported a hundred at a time, without the lines that are wrong', async () => {
    api.answer('createStatusPageSubscribersV3', ({ body }) => ({
      created: body.subscriptions.length,
      skipped: 0,
      status: 'PENDING' as const,
    }))
    const { page, user, fill, violations } = await renderScreen(`${ofComponents}?tab=subscribers&import=yes`, { api })
    const lines = Array.from({ length: 130 }, (_, index) => `Reader ${index},reader-${index}@mail.example`)
    await fill(page.getByLabelText('Addresses'), ['Name,Mail', ...lines, 'nobody@'].join('\n'))
    page.getByText('1 line has no valid address and is left out:')
    page.getByText('Line 132')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Add 130 addresses' }))
    page.getByText('130 addresses added')
    expect(api.sentOf('createStatusPageSubscribersV3').map(({ body }) => body.subscriptions.length)).toEqual([100, 30])
  })
})

describe('a page with cards', () => {
  it('says what feeds its services, and takes more of them', async () => {
    const { page, user, violations } = await renderScreen(ofCards, { api })
    page.getByRole('button', { name: '1 check opens incidents' })
    await user.click(page.getByRole('button', { name: 'Card' }))
    await user.click(page.getByRole('button', { name: 'Add service' }))
    await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Add' }))
    expect(api.sentOf('updateStatusPageDefinition')).toEqual([])
    await user.click(page.getByRole('button', { name: 'Save' }))
    const services = [{ id: '0198c6a0-0000-7000-8000-0000000000b1' }]
    expect(api.sentOf('updateStatusPageDefinition')).toMatchObject([
      {
        body: {
          cards: [
            { name: 'Store', services },
            { name: 'New card', services },
          ],
          display: { charts: [] },
        },
      },
    ])
    expect(await violations()).toEqual([])
  })

  it('gets another password, which is shown once', async () => {
    api.answer('updateStatusPageAccess', () => ({
      isPrivate: true,
      keys: [{ id: 'k', maskedKey: '…word', rawKey: 'the new password', created_at: '', updated_at: null }],
    }))
    const { page, user } = await renderScreen(`${ofCards}?tab=access`, { api })
    await user.click(page.getByRole('button', { name: 'New password' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'New password' }))
    page.getByText('the new password')
  })

  it('with components becomes private too, with a password that is shown once and invited readers', async () => {
    const keys = [{ id: 'k', maskedKey: '…word', created_at: '', updated_at: null }]
    api.answer('updateStatusPageAccess', () => {
      api.answer('getStatusPageAccess', { isPrivate: true, keys })
      const { page: stored, ...others } = sample('getStatusPageDefinitionV3')
      api.answer('getStatusPageDefinitionV3', {
        ...others,
        page: { ...stored, updated_at: '2026-11-27T09:00:00.000Z' },
      })
      return { isPrivate: true, keys: keys.map((key) => ({ ...key, rawKey: 'the first password' })) }
    })
    const { page, user, violations } = await renderScreen(`${ofComponents}?tab=access`, { api })
    expect(page.queryByRole('region', { name: 'Invited readers' })).toBeNull()
    await user.click(page.getByRole('switch', { name: 'Private page' }))
    expect(api.sentOf('updateStatusPageAccess')).toMatchObject([{ body: { isPrivate: true } }])
    page.getByText('the first password')
    page.getByRole('region', { name: 'Invited readers' })
    expect(await violations()).toEqual([])
  })

  it('has invited readers, who are pasted with their mistakes named, and removed with a way back', async () => {
    api.answer('addStatusPageReaders', ({ body }) => ({ created: body.emails.length, skipped: 0 }))
    const { page, user, fill, violations } = await renderScreen(`${ofCards}?tab=access`, { api })
    const readers = within(page.getByRole('region', { name: 'Invited readers' }))
    const [, bea] = readers.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(bea).toMatch(/^bea@reader\.example.*never/)
    await user.click(readers.getByRole('button', { name: 'Add readers' }))
    await fill(readers.getByLabelText('Addresses'), 'Cid,cid@reader.example\nnobody@')
    readers.getByText('Line 2')
    expect(await violations()).toEqual([])
    await user.click(readers.getByRole('button', { name: 'Add 1 reader' }))
    await user.click(readers.getByRole('button', { name: 'Remove ann@reader.example' }))
    expect(api.sentOf('removeStatusPageReader')).toHaveLength(1)
    await user.click(page.getByRole('button', { name: 'Undo' }))
    expect(api.sentOf('addStatusPageReaders').map(({ body }) => body)).toEqual([
      { emails: ['cid@reader.example'], sendInvitations: true },
      { emails: ['ann@reader.example'], sendInvitations: false },
    ])
  })

  it('says when readers get no mail, and can do without a password', async () => {
    api.answer('listStatusPageReaders', { entries: [], canMail: false })
    const { page, user } = await renderScreen(`${ofCards}?tab=access`, { api })
    page.getByText(/No mail server is configured/)
    page.getByText('No invited readers')
    await user.click(page.getByRole('button', { name: 'Delete password' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete password' }))
    expect(api.sentOf('deleteStatusPagePassword')).toHaveLength(1)
  })
})

it('whoever may only read sees a page and its preview, and can change nothing', async () => {
  const reader = new FakeApi('READ_ONLY')
  storePages(reader)
  const { page } = await renderScreen(ofComponents, { api: reader })
  page.getByTitle('Preview')
  expect(page.queryAllByRole('button', { name: /Save|Delete/ })).toEqual([])
  expect(page.getByLabelText('Name').closest('fieldset')?.disabled).toBe(true)
  page.getByText(/Your role can view this page/)
})

it('a page is in German for whoever reads German, on a phone in the dark', async () => {
  const { page, violations } = await renderScreen(ofComponents, { api, language: 'de', width: 390, theme: 'dark' })
  page.getByRole('heading', { name: 'Komponenten und Gruppen' })
  expect(await violations()).toEqual([])
})
