import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { startSourceApi } from '../../../../tests/support/source-api.ts'
import { SourceProblem } from '../../imported.ts'
import { pingdom } from './index.ts'

it('imports checks, transactions, contacts and maintenance, with hostile values', async () => {
  const imported = await importOf(pingdom, importFiles('pingdom/everything.json'))
  expect(await goldenProblems(imported, 'pingdom/everything')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toMatch(/geheim/)
})

it('asks its API for each check, and goes on without transactions where the plan has none', async () => {
  await using api = await startSourceApi(({ path, query }) => {
    const id = Number(/\/checks\/(\d+)$/.exec(path)?.[1])
    if (id > 0)
      return { body: { check: { id, hostname: 'a.example', type: { http: { encryption: true, url: `/${id}` } } } } }
    if (path === '/api/3.1/checks') {
      const offset = Number(query['offset'])
      const checks = Array.from({ length: offset === 0 ? 250 : 2 }, (_none, index) => ({
        id: offset + index + 1,
        type: 'http',
      }))
      return { body: { checks } }
    }
    const error = { statuscode: 403, statusdesc: 'Forbidden', errormessage: 'Not in your plan' }
    return path.startsWith('/api/3.1/tms') ? { status: 403, body: { error } } : { body: {} }
  })
  const { files, report } = await api.read(pingdom)
  const { resources } = await importOf(pingdom, files)
  expect(resources).toHaveLength(252)
  expect(resources.at(-1)?.value).toMatchObject({ request: { url: 'https://a.example/252' } })
  expect(report.map(({ item }) => item)).toEqual(['transaction checks'])
})

it.each([
  ['{"checks": [{"id":', 'may be cut off'],
  ['{"error": {"statuscode": 403}}', 'No file has checks of Pingdom'],
])('rejects what is broken or empty (%#)', async (text, message) => {
  const failed = importOf(pingdom, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
