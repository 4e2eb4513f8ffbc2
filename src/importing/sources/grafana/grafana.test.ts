import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { startSourceApi } from '../../../../tests/support/source-api.ts'
import { SourceProblem } from '../../imported.ts'
import { grafana } from './index.ts'

it('imports checks of every type with their alerts and probes, and hostile values', async () => {
  const imported = await importOf(grafana, importFiles('grafana/checks.json', 'grafana/probes.json'))
  expect(await goldenProblems(imported, 'grafana/checks')).toEqual([])
  expect(imported.places).toEqual(['London', 'Ohio', 'probe 99'])
  expect(JSON.stringify([imported.resources, imported.report])).not.toMatch(/geheim/)
})

it('asks its API for both lists', async () => {
  await using api = await startSourceApi(({ path, query }) => {
    if (path === '/api/v1/probe/list') return { body: [{ id: 1, name: 'Paris' }] }
    return query['includeAlerts'] === 'true'
      ? { body: [{ id: 3, job: 'Shop', target: 'https://a.example/', probes: [1], settings: { http: {} } }] }
      : { status: 400 }
  })
  const imported = await importOf(grafana, (await api.read(grafana)).files)
  expect(imported.resources).toMatchObject([{ logicalId: 'check-3', value: { checkType: 'URL' } }])
  expect(imported.places).toEqual(['Paris'])
})

it.each([
  ['[{"id":', 'may be cut off'],
  ['{"msg": "unauthorized"}', 'No file has checks of Grafana'],
])('rejects what is broken or empty (%#)', async (text, message) => {
  const failed = importOf(grafana, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
