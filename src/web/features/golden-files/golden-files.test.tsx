import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-0000000000c1'
const resultId = '0198c6a0-0000-7000-8000-0000000000c2'
const key = '0198c6a0-0000-7000-8000-0000000000c3'
const address = `/golden-files/${id}`
const fileOf = (name: string) => ({ name, url: `/downloads/${name}`, contentType: 'image/png' })
const comparisonOf = (stem: string) => ({
  path: `home.spec.ts-snapshots/${stem}-linux.png`,
  expected: fileOf(`${stem}-expected.png`),
  actual: fileOf(`${stem}-actual.png`),
  difference: fileOf(`${stem}-diff.png`),
})
const golden = {
  path: 'home.spec.ts-snapshots/front-linux.png',
  key,
  sizeBytes: 2_097_152,
  createdAt: '2026-11-20T08:00:00.000Z',
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.answer('getGoldenFilesOfCheck', {
    files: [golden],
    resultId,
    comparisons: [comparisonOf('front'), comparisonOf('cart')],
  })
  api.answer('setGoldenFile', { path: golden.path, key, previousKey: key })
})

it('the list has the checks with golden files, and says what they are for where there are none', async () => {
  const none = await renderScreen('/golden-files', { api })
  none.page.getByText('No golden files')
  api.answer('listGoldenFiles', [sampleItem('listGoldenFiles', { checkId: id, name: 'Front page', files: 3 })])
  const { page, violations } = await renderScreen('/golden-files', { api })
  expect(page.getByRole('link', { name: 'Front page' }).getAttribute('href')).toBe(address)
  expect(await violations()).toEqual([])
})

it('the files of a check are recorded by a test session in its first location', async () => {
  api.answer('getCheck', sample('getCheck', { id, name: 'Front page', locations: ['eu-west-1'], privateLocations: [] }))
  api.answer('triggerTestSession', sample('triggerTestSession', { testSessionId: key }))
  const { page, user, address: open } = await renderScreen(address, { api })
  await user.click(page.getByRole('button', { name: 'Record golden files' }))
  await user.click(page.getByRole('button', { name: 'Run' }))
  expect(api.sentOf('triggerTestSession')).toMatchObject([
    { body: { runLocation: 'eu-west-1', target: { checkId: [id] }, updateSnapshots: true } },
  ])
  expect(open()).toBe(`/test-sessions/${key}`)
})

it('what differs is shown side by side and with a slider, by keys as well', async () => {
  const { page, user, violations } = await renderScreen(`${address}?result=${resultId}`, { api })
  expect(api.sentOf('getGoldenFilesOfCheck').at(-1)).toMatchObject({ query: { resultId } })
  expect(page.getAllByRole('img').map((one) => one.getAttribute('src')?.split('/').at(-1))).toEqual([
    'front-expected.png',
    'front-actual.png',
    'front-diff.png',
  ])
  expect(await violations()).toEqual([])
  await user.keyboard('jv')
  const slider = page.getByRole('slider', { name: 'How much of the expected picture is shown' })
  expect(slider.getAttribute('aria-valuetext')).toBe('50 % expected')
  expect(page.getByRole('img', { name: 'Expected' }).getAttribute('src')).toMatch(/cart-expected\.png$/)
  page.getByText('2 of 2')
})

it('an actual file is accepted, which can be undone with what was there before', async () => {
  const { page, user } = await renderScreen(address, { api })
  await user.keyboard('a')
  const { path } = golden
  expect(api.sentOf('setGoldenFile').at(-1)?.body).toEqual({ path, resultId, name: 'front-actual.png' })
  await user.click(page.getByRole('button', { name: /Undo/ }))
  expect(api.sentOf('setGoldenFile').at(-1)?.body).toEqual({ path, key })
})

it('a golden file is removed after asking', async () => {
  const { page, user } = await renderScreen(address, { api })
  await user.click(page.getByRole('button', { name: 'Remove' }))
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(api.sentOf('setGoldenFile').at(-1)?.body).toEqual({ path: golden.path, key: null })
})

it('a result without differences and a check without files say so', async () => {
  api.answer('getGoldenFilesOfCheck', { files: [], resultId: null, comparisons: [] })
  const { page } = await renderScreen(address, { api })
  page.getByText('No differences')
  page.getByText('The check has no golden files yet.')
})

it('somebody who may only read compares, and is offered nothing else', async () => {
  const reader = new FakeApi('READ_RUN')
  reader.answer('getGoldenFilesOfCheck', { files: [golden], resultId, comparisons: [comparisonOf('front')] })
  const { page, user } = await renderScreen(address, { api: reader })
  await user.keyboard('a')
  expect(reader.sentOf('setGoldenFile')).toEqual([])
  for (const name of [/Accept/, 'Remove']) expect(page.queryByRole('button', { name })).toBe(null)
})
