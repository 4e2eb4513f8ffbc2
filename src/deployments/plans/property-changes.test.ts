import { expect, it } from 'vitest'
import { propertyChanges, propertyDrift } from './property-changes.ts'
import { sealedForm } from './sealed-form.ts'

const signer = { sign: (text: string): string => `signed ${text.length} ${text.slice(-3)}` }
const sealed = (fields: Readonly<Record<string, unknown>>) => sealedForm({ id: 7, ...fields }, signer)

const check = {
  name: 'Home',
  tags: ['a', 'b'],
  retryStrategy: null,
  request: {
    url: 'https://shop.example/',
    headers: [
      { key: 'X-Team', value: 'shop', locked: false },
      { key: 'X-Key', value: 'old-secret-1', locked: true },
    ],
  },
}
const { request } = check
const base = sealed(check)

it.each([
  ['nothing moved', {}, {}, []],
  ['only the code moved', {}, { name: 'Start' }, [{ path: '/name', origin: 'code', before: 'Home', after: 'Start' }]],
  [
    'only the account moved: the code puts it back',
    { tags: ['a'] },
    {},
    [
      {
        path: '/tags',
        origin: 'remote',
        before: ['a'],
        after: ['a', 'b'],
        remote: { before: ['a', 'b'], after: ['a'] },
      },
    ],
  ],
  [
    'both moved',
    { name: 'By hand' },
    { name: 'By code' },
    [
      {
        path: '/name',
        origin: 'both',
        before: 'By hand',
        after: 'By code',
        remote: { before: 'Home', after: 'By hand' },
      },
    ],
  ],
  ['both moved to the same', { name: 'Same' }, { name: 'Same' }, []],
  [
    'deep inside of an object',
    {},
    { request: { ...request, url: 'https://shop.example/new' } },
    [{ path: '/request/url', origin: 'code', before: 'https://shop.example/', after: 'https://shop.example/new' }],
  ],
  [
    'a field that became an object',
    {},
    { retryStrategy: { type: 'FIXED' } },
    [{ path: '/retryStrategy', origin: 'code', before: null, after: { type: 'FIXED' } }],
  ],
])('%s', (_what, byHand, byCode, changes) => {
  const [live, next] = [sealed({ ...check, ...byHand }), sealed({ ...check, ...byCode })]
  expect(propertyChanges({ base, live, next })).toEqual(changes)
})

const headers = (...list: object[]) => sealed({ ...check, request: { ...request, headers: list } })
const [team, key] = request.headers

it('headers are compared by their names, and secrets never shown', () => {
  const masked = { $masked: 'changed' }
  const swapped = headers({ ...key, value: 'new-secret-2' }, { ...team, value: 'cart' })
  expect(propertyDrift(base, swapped)).toEqual([
    { path: '/request/headers/1/value', before: 'shop', after: 'cart' },
    { path: '/request/headers/0/value', before: masked, after: masked, secret: true },
  ])
  const locked = headers({ ...team, locked: true }, { ...key })
  expect(propertyDrift(base, locked)).toEqual([
    { path: '/request/headers/0/value', before: masked, after: masked, secret: true },
    { path: '/request/headers/0/locked', before: false, after: true },
  ])
  const added = headers({ ...team }, { ...key }, { key: 'X-Other', value: 'third-secret', locked: true })
  expect(propertyDrift(base, added)).toEqual([
    { path: '/request/headers/2', after: { key: 'X-Other', value: masked, locked: true } },
  ])
  expect(JSON.stringify([base, swapped, locked, added])).not.toMatch(/(old|new|third)-secret/)
})

it('credentials inside of addresses and of alert channels are secrets, and long texts are not shown', () => {
  const channel = { type: 'SLACK', config: { url: 'https://hooks.slack.com/services/T1/B1/first', channel: '#ops' } }
  const other = { ...channel, config: { url: 'https://hooks.slack.com/services/T1/B1/other', channel: '#dev' } }
  expect(propertyDrift(sealed(channel), sealed(other))).toEqual([
    { path: '/config/url', before: { $masked: 'changed' }, after: { $masked: 'changed' }, secret: true },
    { path: '/config/channel', before: '#ops', after: '#dev' },
  ])
  const proxies = ['http://a:pass-one@proxy', 'http://a:pass-two@proxy'].map((proxyUrl) => sealed({ proxyUrl }))
  expect(JSON.stringify(proxies)).not.toContain('pass-')
  const [first, second] = ['a', 'b'].map((end) => sealed({ script: `${'x'.repeat(3000)}${end}` }))
  expect(propertyDrift(first ?? {}, second ?? {})).toMatchObject([{ path: '/script', before: { $hash: /^.{6,60}$/ } }])
})

it('a field that the last deployment did not know of is no change by hand', () => {
  const { tags: _unknown, ...older } = base
  const live = sealed({ ...check, tags: ['new'] })
  expect(propertyDrift(older, live)).toEqual([])
  expect(propertyChanges({ base: null, live, next: base })).toMatchObject([{ path: '/tags', origin: 'unmanaged' }])
})
