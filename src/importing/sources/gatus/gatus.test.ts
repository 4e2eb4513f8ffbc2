import { expect, it } from 'vitest'
import { startSourceApi } from '../../../../tests/support/source-api.ts'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { gatus } from './index.ts'

it('imports a configuration inside a ConfigMap, with anchors and placeholders', async () => {
  const imported = await importOf(gatus, importFiles('gatus/configmap.yaml'), {
    SLACK_WEBHOOK: 'https://hooks.slack.com/services/T0/B0/x',
  })
  expect(await goldenProblems(imported, 'gatus/configmap')).toEqual([])
})

it('imports every feature, and nothing vanishes or breaks out', async () => {
  const imported = await importOf(gatus, importFiles('gatus/everything.yaml'))
  expect(await goldenProblems(imported, 'gatus/everything')).toEqual([])
  expect(JSON.stringify(imported.resources)).not.toMatch(/geheim|tk_1|session=abc/)
})

it('joins the files of a directory, and says which file sets a value again', async () => {
  const endpoint = (name: string) =>
    `endpoints: [{ name: ${name}, url: "https://${name}.example", conditions: ["[STATUS] == 200"] }]`
  const files = [
    textFile(endpoint('a'), 'a.yaml'),
    textFile(endpoint('b'), 'sub/b.yml'),
    textFile('{"endpoints": [{"name": "nix", "url": "https://nix.example"}]}', 'nix.json'),
  ]
  const { resources } = await importOf(gatus, files)
  expect(resources.map(({ logicalId }) => logicalId)).toEqual(['a', 'b', 'nix'])
  const again = [
    textFile('concurrency: 1\nendpoints: []', 'a.yaml'),
    textFile('concurrency: 2\nendpoints: []', 'b.yaml'),
  ]
  await expect(importOf(gatus, again)).rejects.toThrow('b.yaml sets concurrency, which another file sets as well')
})

it.each([
  ['endpoints: [', 'is not valid YAML'],
  ['services: {}', 'No file has endpoints'],
  [
    `a: &a [x]\n${Array.from(
      { length: 9 },
      (_none, index) =>
        `${'abcdefghi'[index + 1]}: &${'abcdefghij'[index + 1]} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[index]}`).join(', ')}]`,
    )
      .slice(0, 7)
      .join('\n')}`,
    'aliases repeat',
  ],
  [`endpoints: ${'['.repeat(20_000)}`, ''],
  [`{"endpoints": [${'{"name": "a"},'.repeat(99_999)}{"name": "a"}]}`, 'at most 5000 endpoints'],
])('rejects what is broken, foreign or far too much (%#)', async (text, message) => {
  const failed = importOf(gatus, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})

it('takes the states of endpoints from an answer of its API, with the reasons of failures', async () => {
  const config = textFile(`endpoints:
  - { name: Front, group: Shop, url: "https://a.example", conditions: ["[STATUS] == 200"] }
  - { name: Back, url: "https://b.example", conditions: ["[STATUS] == 200"] }
  - { name: New, url: "https://c.example", conditions: ["[STATUS] == 200"] }
  - { name: Off, url: "https://d.example", enabled: false, conditions: ["[STATUS] == 200"] }`)
  const failed = {
    success: false,
    timestamp: '2026-08-18T10:00:00Z',
    errors: ['dial tcp: refused'],
    conditionResults: [{ condition: '[STATUS] (0) == 200', success: false }],
  }
  const passed = { success: true, timestamp: '2026-08-18T09:59:00Z' }
  const answer = [
    { name: 'Front', group: 'Shop', key: 'shop_front', results: [failed, passed] },
    { name: 'Back', key: '_back', results: [passed] },
    { name: 'Off', key: '_off', results: [] },
  ]
  const isSecond = (path: string): boolean => path === '/api/v1/suites/statuses'
  await using api = await startSourceApi(({ path }) => (isSecond(path) ? { status: 404 } : { body: answer }))
  const asked = await api.read(gatus, 'me:password')
  for (const file of [textFile(JSON.stringify(answer), 'statuses.json'), ...asked.files]) {
    const { resources } = await importOf(gatus, [config, file])
    const checks = resources.filter(({ section }) => section === 'checks')
    expect(checks.map(({ value, state, reason }) => [value['name'], state, reason])).toEqual([
      ['Front', 'down', 'dial tcp: refused; [STATUS] (0) == 200'],
      ['Back', 'up', undefined],
      ['New', 'unknown', undefined],
      ['Off', 'paused', undefined],
    ])
  }
})

it('asks its API for the latest result of each endpoint, with a key where one is given, and takes no other answer', async () => {
  const statuses = [{ name: 'Front', results: [{ success: true, timestamp: '2026-08-18T10:00:00Z' }] }]
  let answer: unknown = statuses
  await using api = await startSourceApi(() => ({ body: answer }))
  for (const key of ['', 'me:password', 'a-token']) expect((await api.read(gatus, key)).files).toHaveLength(2)
  expect(api.requests.map(({ headers }) => headers['authorization'])).toEqual([
    undefined,
    undefined,
    ...Array.from({ length: 2 }, () => `Basic ${btoa('me:password')}`),
    'Bearer a-token',
    'Bearer a-token',
  ])
  expect(api.requests[0]).toMatchObject({ path: '/api/v1/endpoints/statuses', query: { page: '1', pageSize: '1' } })
  answer = { message: 'another service' }
  await expect(api.read(gatus, '')).rejects.toThrow('no list of endpoints')
})
