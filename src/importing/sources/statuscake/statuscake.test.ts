import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { startSourceApi } from '../../../../tests/support/source-api.ts'
import { SourceProblem } from '../../imported.ts'
import { statusCake } from './index.ts'

it('imports tests of every kind, contact groups and windows, with hostile values', async () => {
  const imported = await importOf(statusCake, importFiles('statuscake/everything.json'))
  expect(await goldenProblems(imported, 'statuscake/everything')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toMatch(/geheim/)
})

it('asks its API for each test of all pages', async () => {
  await using api = await startSourceApi(({ path, query }) => {
    const id = /\/uptime\/(\w+)$/.exec(path)?.[1]
    if (id !== undefined) return { body: { data: { id, test_type: 'HTTP', website_url: `https://a.example/${id}` } } }
    if (path !== '/v1/uptime') return { body: { data: [], metadata: { page: 1, page_count: 0 } } }
    return { body: { data: [{ id: `t${query['page']}`, test_type: 'HTTP' }], metadata: { page: 1, page_count: 2 } } }
  })
  const { files } = await api.read(statusCake)
  const { resources } = await importOf(statusCake, files)
  expect(resources.map(({ value }) => value['request'])).toMatchObject([
    { url: 'https://a.example/t1' },
    { url: 'https://a.example/t2' },
  ])
})

it.each([
  ['{"data": [{"id":', 'may be cut off'],
  ['{"message": "invalid token", "errors": {}}', 'No file has tests of StatusCake'],
])('rejects what is broken or empty (%#)', async (text, message) => {
  const failed = importOf(statusCake, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
