import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { startSourceApi } from '../../../../tests/support/source-api.ts'
import { SourceProblem } from '../../imported.ts'
import { datadog } from './index.ts'

it.each(['datadog/everything.json', 'datadog/terraform.tfstate'])(
  'imports tests of every kind with their options, and hostile values (%s)',
  async (path) => {
    const imported = await importOf(datadog, importFiles(path))
    expect(await goldenProblems(imported, path.replace(/\.\w+$/, ''))).toEqual([])
    expect(JSON.stringify([imported.resources, imported.report])).not.toMatch(/geheim/)
  },
)

it('alerts when as many of the locations fail as there, once places are mapped', async () => {
  const locations = { 'aws:eu-central-1': 'eu-central-1', 'aws:us-east-2': 'us-east-2', 'aws:ap-south-1': 'ap-south-1' }
  const files = importFiles('datadog/everything.json')
  const imported = await datadog.read(files, { location: 'eu-west-1', locations, environment: {} })
  expect(imported.places).toEqual([])
  expect(imported.resources.find(({ logicalId }) => logicalId === 'test-aaa-bbb-002')?.value).toMatchObject({
    locations: ['eu-central-1', 'us-east-2', 'ap-south-1'],
    runParallel: true,
    alertSettings: { parallelRunFailureThreshold: { enabled: true, percentage: 60 } },
  })
})

it('asks its API for each test of an API on all pages, with both keys, and for the states of monitors', async () => {
  const listed = Array.from({ length: 101 }, (_none, index) => ({
    public_id: `t-${index}`,
    type: 'api',
    monitor_id: index,
  }))
  await using api = await startSourceApi(({ path, query }) => {
    const id = /\/tests\/api\/([\w-]+)$/.exec(path)?.[1]
    if (id !== undefined)
      return { body: { subtype: 'http', config: { request: { url: `https://a.example/${id}` } }, options: {} } }
    const from = Number(query['page_number']) * 100
    if (path.endsWith('/tests')) return { body: { tests: listed.slice(from, from + 100) } }
    if (path.endsWith('/monitor')) return { body: [{ id: 100, type: 'synthetics alert', overall_state: 'Alert' }] }
    return { status: 403 }
  })
  const { files, report } = await api.read(datadog, 'first:second')
  const { resources } = await importOf(datadog, files)
  expect(resources).toHaveLength(101)
  expect(resources.at(-1)).toMatchObject({ state: 'down', value: { request: { url: 'https://a.example/t-100' } } })
  expect(report.map(({ item }) => item)).toEqual(['global variables', 'names of locations'])
  expect(api.requests[0]?.headers).toMatchObject({ 'dd-api-key': 'first', 'dd-application-key': 'second' })
  await expect(api.read(datadog, 'only-one')).rejects.toThrow('Datadog takes two keys')
})

it.each([
  ['{"tests": [{"public_id":', 'may be cut off'],
  ['{"errors": ["Forbidden"]}', 'No file has tests of Datadog'],
])('rejects what is broken or empty (%#)', async (text, message) => {
  const failed = importOf(datadog, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
