import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'

const uuid = '0198c6a0-0000-7000-8000-000000000001'

const aCertificate = (host: string, expires_at: string) =>
  sampleItem('listClientCertificates', { id: uuid, host, path: null, expires_at, created_at: '2026-11-01T00:00:00Z' })

it('a certificate that expires soon or has expired says so, and one that does not is plain', async () => {
  const api = new FakeApi()
  api.answer('listClientCertificates', [
    { ...aCertificate('late.example', '2026-11-20T00:00:00Z'), id: '1' },
    { ...aCertificate('soon.example', '2026-12-02T00:00:00Z'), id: '2' },
    { ...aCertificate('fine.example', '2027-11-20T00:00:00Z'), id: '3' },
  ])
  const { page } = await renderScreen('/settings/certificates', { api })
  const rows = page.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    expect.stringContaining('Expired 20 Nov 2026'),
    expect.stringContaining('2 Dec 2026, in 5 days'),
    expect.stringContaining('20 Nov 2027, in 358 days'),
  ])
  expect(rows.map((row) => row.querySelectorAll('svg').length > 0)).toEqual([true, true, false])
})

it('a certificate is added with what was given alone, and a mistake is shown at its field', async () => {
  const api = new FakeApi()
  const { page, user, fill } = await renderScreen('/settings/certificates', { api })
  page.getByText('No client certificates')
  await user.click(page.getByRole('button', { name: 'New certificate' }))
  const dialog = within(page.getByRole('dialog'))
  await fill(dialog.getByLabelText('Host'), '*.internal.example')
  await fill(dialog.getByLabelText('Certificate (PEM)'), 'CERT')
  await fill(dialog.getByLabelText('Private key (PEM)'), 'KEY')
  api.fail('createClientCertificate', 'ENTITLEMENT_DISABLED')
  await user.click(dialog.getByRole('button', { name: 'Add certificate' }))
  dialog.getByRole('alert')
  api.answer('createClientCertificate', aCertificate('*.internal.example', '2027-11-20T00:00:00Z'))
  await user.click(dialog.getByRole('button', { name: 'Add certificate' }))
  expect(api.sent.findLast(({ id }) => id === 'createClientCertificate')?.body).toEqual({
    host: '*.internal.example',
    cert: 'CERT',
    key: 'KEY',
  })
  expect(page.queryByRole('dialog')).toBe(null)
})

it('a readable secret is listed with a link to what it is in, and none is said to be good', async () => {
  const api = new FakeApi()
  const none = await renderScreen('/settings/secrets', { api })
  none.page.getByText('No readable secrets')
  const finding = { entityType: 'CHECK', entityId: uuid, entityName: 'Sign in', valuePreview: 'a1B*****' } as const
  api.answer('scanForSecrets', [sampleItem('scanForSecrets', { ...finding, fieldPath: 'request.headers[2].value' })])
  await none.user.click(none.page.getByRole('button', { name: 'Scan again' }))
  const link = none.page.getByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe(`/checks/${uuid}/edit`)
  none.page.getByText('a1B*****')
})

it('a runtime says how far its installation is, or why it failed', async () => {
  const api = new FakeApi()
  const states = { missing: 'not installed', installing: '40 %', failed: 'npm is missing' } as const
  api.answer(
    'listRuntimes',
    Object.entries(states).map(([state, progress]) =>
      sampleItem('listRuntimes', { name: state, installation: { state: state as keyof typeof states, progress } }),
    ),
  )
  const { page } = await renderScreen('/settings/runtimes', { api })
  for (const text of ['Installed when needed', 'Being installed: 40 %', 'Installation failed: npm is missing'])
    page.getByRole('cell', { name: text })
})

it('the packages of a runtime are shown on request', async () => {
  const { page, user } = await renderScreen('/settings/runtimes')
  expect(page.queryByText(/axios@/)).toBe(null)
  await user.click(page.getAllByRole('button', { name: /packages$/ })[0] ?? document.body)
  page.getByText(/axios@/)
})

const entitlement = (key: string, fields: Partial<Answer<'getOwnEntitlements'>['entitlements'][number]>) => ({
  key,
  name: key,
  description: '',
  type: 'metered' as const,
  enabled: true,
  ...fields,
})

it('what the account uses is beside its limit, and a limit that is reached is said in words', async () => {
  const api = new FakeApi()
  const entitlements = [
    entitlement('API_CHECKS', { quantity: 10 }),
    entitlement('DASHBOARDS', { quantity: 2 }),
    entitlement('SNIPPETS', {}),
    entitlement('BADGES', { type: 'flag', enabled: false }),
  ]
  api.answer('getOwnEntitlements', sample('getOwnEntitlements', { entitlements }))
  const used = [
    { key: 'API_CHECKS', used: 4 },
    { key: 'DASHBOARDS', used: 2 },
    { key: 'SNIPPETS', used: 7 },
  ]
  api.answer('getAccountUse', { entitlements: used, storage: { files: 3, bytes: 1_048_576 } })
  const { page } = await renderScreen('/settings/account', { api })
  const cells = page
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(cells).toEqual([
    expect.stringContaining('4 of 10'),
    expect.stringMatching(/2 of 2.*Limit reached/),
    expect.stringMatching(/7.*No limit/),
    expect.stringContaining('Not in the plan'),
  ])
  page.getByText('3 files, 1 MB')
})

it('the export is offered to administrators alone', async () => {
  const { page } = await renderScreen('/settings/account', { role: 'READ_WRITE' })
  expect(page.queryByRole('button', { name: 'Download export' })).toBe(null)
  const admin = await renderScreen('/settings/account', { role: 'ADMIN' })
  admin.page.getByRole('button', { name: 'Download export' })
})
