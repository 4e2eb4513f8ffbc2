import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aDryRun, anUnansweredDryRun, dragTo, FakeApi, renderScreen, sample, storeCheck } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

const url = 'https://shop.example/orders'
const check = '0198c6a0-0000-7000-8000-000000000001'
let api: FakeApi
let scene: Scene

beforeEach(async () => {
  api = new FakeApi()
  api.answer('startDryRun', aDryRun())
  api.answer('createCheckGeneric', sample('createCheckGeneric', { id: check }))
  scene = await renderScreen('/checks/new', { api })
  const { page, user, fill } = scene
  await user.click(page.getByRole('button', { name: /^API/ }))
  await fill(page.getByLabelText('Name'), 'Orders')
  await fill(page.getByLabelText('URL'), url)
})

const valueOf = (label: string, place: number): string | undefined =>
  scene.page.getAllByLabelText<HTMLInputElement>(label)[place]?.value
const handle = (place: number): HTMLElement =>
  scene.page.getByRole('button', { name: new RegExp(`^Move assertion ${place}`) })
const rowOf = (place: number): Element => scene.page.getAllByLabelText('Source')[place]?.parentElement ?? document.body

it('an API check is tried before it is saved, takes assertions from the answer, and is created', async () => {
  const { page, user, settled, address, violations } = scene
  await user.click(page.getByRole('button', { name: 'Try it' }))
  page.getByText('eu-west-1, 120 ms')
  expect(api.sentOf('startDryRun')).toMatchObject([{ body: { check: { checkType: 'API', name: 'Orders' } } }])
  await user.click(page.getByRole('button', { name: /^Suggest assertions/ }))
  expect(valueOf('Property', 3)).toBe('$.status')
  handle(4).focus()
  await user.keyboard('{ArrowUp}')
  expect(valueOf('Property', 2)).toBe('$.status')
  handle(3).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(handle(4))
  dragTo(handle(1), rowOf(2))
  await settled()
  expect(valueOf('Source', 2)).toBe('STATUS_CODE')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Create' }))
  const assertion = expect.objectContaining({ source: 'STATUS_CODE', target: '200' })
  expect(api.sentOf('createCheckGeneric')).toMatchObject([
    { body: { checkType: 'API', request: { url, assertions: expect.arrayContaining([assertion]) } } },
  ])
  expect(address()).toBe(`/checks/${check}`)
})

it('a value of the answer is asserted by a click, and not any more by another', async () => {
  const { page, user, violations } = scene
  await user.keyboard('{Control>}{Enter}{/Control}')
  const answer = within(page.getByRole('region', { name: 'Response' }))
  await user.click(answer.getByRole('button', { name: 'Assert JSON body $.status: "ok"' }))
  await user.click(answer.getByRole('button', { name: 'Assert Status code: 200' }))
  await user.click(answer.getByRole('tab', { name: /^Headers/ }))
  const type = answer.getByRole('button', { name: 'Assert Header content-type: application/json' })
  await user.click(type)
  expect(type.getAttribute('aria-pressed')).toBe('true')
  expect(valueOf('Target', 2)).toBe('application/json')
  await user.click(type)
  expect(page.getAllByLabelText('Source')).toHaveLength(2)
  expect(await violations()).toEqual([])
  const asserted = { source: 'JSON_BODY', property: '$.status', comparison: 'EQUALS', target: 'ok', actual: 'ok' }
  api.answer('startDryRun', aDryRun({ apiCheckResult: { assertions: [{ ...asserted, error: null }] } }))
  await user.click(page.getByRole('button', { name: 'Run again' }))
  page.getByRole('cell', { name: 'JSON body $.status' })
  await user.click(page.getByRole('button', { name: 'Copy as curl' }))
  expect(await navigator.clipboard.readText()).toBe(`curl '${url}' \\\n  -L`)
  await user.click(page.getByRole('button', { name: 'Create' }))
  const [sent] = api.sentOf('createCheckGeneric')
  expect(sent).toMatchObject({
    body: {
      request: {
        assertions: [
          { source: 'JSON_BODY', property: '$.status', comparison: 'EQUALS', target: 'ok' },
          { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
        ],
      },
    },
  })
})

it('a target that does not respond shows no response, and is tried without TLS on request', async () => {
  const { page, user } = scene
  api.answer('startDryRun', anUnansweredDryRun())
  await user.click(page.getByRole('button', { name: 'Try it' }))
  expect(page.queryByRole('region', { name: 'Response' })).toBe(null)
  expect(page.queryByRole('button', { name: /^Suggest assertions/ })).toBe(null)
  await user.click(page.getByRole('button', { name: 'Use http://shop.example/orders' }))
  expect(page.getByLabelText<HTMLInputElement>('URL').value).toBe('http://shop.example/orders')
})

it('a run that takes long is waited for, and one that cannot be made says why', async () => {
  const { page, user } = scene
  api.answer('startDryRun', { ...aDryRun(), status: 'RUNNING', result: null })
  api.answer('getDryRun', aDryRun({ error: 'The status is 503' }, 'FAILED'))
  api.answer('getDryRunProgress', { status: 'FAILED', position: 0, events: [] })
  const release = api.hold('getDryRun')
  await user.click(page.getByRole('button', { name: 'Try it' }))
  page.getByText('Running. Scripts may take a minute.')
  const button = page.getByRole('button', { name: 'Try it' })
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
  await user.click(button)
  expect(api.sentOf('startDryRun')).toHaveLength(1)
  release()
  await scene.settled()
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Run again' }))
  page.getByText('The status is 503')
  api.fail('startDryRun', 'DRY_RUNS_EXCEEDED')
  await user.click(page.getByRole('button', { name: 'Run again' }))
  page.getByRole('alert')
  expect(page.queryByText('The status is 503')).toBe(null)
})

it('a check is tried in the location that is chosen, and what is asserted already is not suggested again', async () => {
  const stored = { id: check, name: 'Orders', locations: ['eu-west-1', 'us-east-1'] }
  storeCheck(api, { ...stored, checkType: 'API', request: { method: 'GET', url } })
  const { page, user } = await renderScreen(`/checks/${check}/edit`, { api })
  await user.selectOptions(page.getByLabelText('Location of the test run'), 'us-east-1')
  await user.click(page.getByRole('button', { name: 'Try it' }))
  expect(api.sentOf('startDryRun')).toMatchObject([{ body: { runLocation: 'us-east-1' } }])
  await user.click(page.getByRole('button', { name: /^Suggest assertions/ }))
  const count = page.getAllByLabelText('Source').length
  await user.click(page.getByRole('button', { name: /^Suggest assertions/ }))
  expect(page.getAllByLabelText('Source')).toHaveLength(count)
})
