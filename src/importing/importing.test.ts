import { describe, expect, it } from 'vitest'
import { SystemClock } from '#kernel'
import { scheduleOf } from './counterparts/schedule.ts'
import { Draft } from './draft.ts'
import { readFiles } from './read-files.ts'
import { shortReport } from './short-report.ts'
import { SourceFields } from './source-fields.ts'
import { urlList } from './sources/url-list.ts'

const choices = { location: 'eu-west-1', locations: {}, environment: {} }

describe('a source of checks', () => {
  it('is read field by field, and what nobody read is reported as unknown', () => {
    const draft = new Draft()
    const fields = new SourceFields(draft, 'monitor "Shop"', {
      name: 'Shop',
      odd: 1,
      none: null,
      tls: { verify: '0', ca: 'x' },
    })
    expect(fields.text('name')).toBe('Shop')
    const tls = fields.fields('tls')
    expect(tls.flag('verify')).toBe(false)
    tls.finish()
    fields.finish()
    expect(draft.finish().report).toEqual([
      { item: 'monitor "Shop"', field: 'tls.ca', fate: 'unknown', note: '' },
      { item: 'monitor "Shop"', field: 'odd', fate: 'unknown', note: '' },
    ])
  })

  it('has ids and variables that are unique, with one variable for the same secret', () => {
    const draft = new Draft()
    const add = () => draft.add({ section: 'checks', logicalId: 'shop ä', item: 'x', value: {} })
    expect([add(), add()]).toEqual(['shop-', 'shop--2'])
    expect([draft.secret('Shop token', 'a'), draft.secret('Shop token', 'a'), draft.secret('Shop token', 'b')]).toEqual(
      ['{{SHOP_TOKEN}}', '{{SHOP_TOKEN}}', '{{SHOP_TOKEN_2}}'],
    )
  })

  it('keeps its schedule, or runs a little more often, or says that it runs less often', () => {
    expect(scheduleOf(60)).toEqual({ fields: { frequency: 1 }, note: null })
    expect(scheduleOf(45)).toEqual({
      fields: { frequency: 0, frequencyOffset: 30 },
      note: 'Runs every 30 seconds instead of every 45 seconds.',
    })
    expect(scheduleOf(1).fields).toEqual({ frequency: 0, frequencyOffset: 10 })
    expect(scheduleOf(20, 60).fields).toEqual({ frequency: 1 })
    expect(scheduleOf(7 * 86_400).fields).toEqual({ frequency: 1440 })
  })
})

it('a list of URLs becomes checks of URLs, and lines that are none are reported', async () => {
  const content = new TextEncoder().encode('https://shop.example/ # ours\n\n# later\nftp://x\nhttp://a.example/b#c\r\n')
  const { resources, report } = await urlList.read([{ path: 'urls.txt', content }], choices)
  expect(resources.map(({ value }) => value['name'])).toEqual(['shop.example', 'a.example/b#c'])
  expect(report.map(({ item, fate }) => [item, fate])).toEqual([
    ['urls.txt:1', 'exact'],
    ['urls.txt:4', 'impossible'],
    ['urls.txt:5', 'exact'],
  ])
})

it('files are read in a separate process, which ends when they take too much', async () => {
  const content = new TextEncoder().encode('https://shop.example/')
  const order = { source: 'urls', files: [{ path: 'urls.txt', content }], choices }
  expect(await readFiles('account', order, new SystemClock())).toMatchObject({
    resources: [{ logicalId: 'shop.example' }],
  })
  const outcome = await readFiles('account', order, new SystemClock(), { timeLimitMs: 1, memoryBytes: 1024 ** 2 })
  expect(outcome).toEqual({ problem: expect.stringContaining('more than 0.001 seconds or 1 MB of memory') })
})

it('a report that is too long loses what needs nobody', () => {
  const line = (fate: 'exact' | 'approximated' | 'impossible') => ({ item: fate, field: '', fate, note: '' })
  const report = [line('exact'), line('approximated'), line('exact'), line('impossible')]
  expect(shortReport(report, 3).map(({ fate }) => fate)).toEqual(['impossible', 'approximated', 'exact'])
  expect(shortReport(report, 4)).toBe(report)
})
