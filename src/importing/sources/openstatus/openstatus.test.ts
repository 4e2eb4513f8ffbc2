import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { openstatus } from './index.ts'

it('imports monitors with their assertions, and nothing vanishes', async () => {
  const imported = await importOf(openstatus, importFiles('openstatus/openstatus.yaml'))
  expect(await goldenProblems(imported, 'openstatus/openstatus')).toEqual([
    expect.stringMatching(/^monitor "broken" .* request\.hostname must be a host name/),
  ])
  expect(JSON.stringify(imported.resources)).not.toMatch(/geheim/)
})

it('runs from the locations that stand for its regions, all at once, and alerts at half of them', async () => {
  const locations = { iad: 'us-east-1', ams: 'eu-west-1' }
  const { resources } = await openstatus.read(importFiles('openstatus/openstatus.yaml'), {
    location: 'eu-west-1',
    locations,
    environment: {},
  })
  expect(resources[0]?.value).toMatchObject({
    locations: ['us-east-1', 'eu-west-1'],
    runParallel: true,
    alertSettings: { parallelRunFailureThreshold: { enabled: true, percentage: 50 } },
  })
})

it.each(['a: [', 'a: 1'])('rejects what is broken or foreign: %s', async (text) => {
  await expect(importOf(openstatus, [textFile(text)])).rejects.toBeInstanceOf(SourceProblem)
})
