import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { postman } from './index.ts'

it('imports requests with their variables, credentials and tests, and chains what needs what others return', async () => {
  const files = importFiles('postman/shop.postman_collection.json', 'postman/production.postman_environment.json')
  const imported = await importOf(postman, files)
  expect(await goldenProblems(imported, 'postman/shop')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
})

it('imports whatever a collection of version 2.0 has, or says why not, and stays small', async () => {
  const imported = await importOf(postman, importFiles('postman/everything.json'))
  expect(await goldenProblems(imported, 'postman/everything')).toEqual([
    expect.stringContaining('request.url must be an http or https URL'),
  ])
  expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim-')
})

const nested = (depth: number): string => `{"item":${'[{"name":"f","item":'.repeat(depth)}[]${'}]'.repeat(depth)}}`

it.each([
  ['{"item": [', 'may be cut off'],
  ['[]', 'neither a collection nor an environment'],
  ['{"requests": []}', 'a collection of version 1'],
  ['{"values": []}', 'No file is a collection'],
  [nested(100), 'nested more than 60 deep'],
  [nested(100_000), 'nested more than 60 deep'],
  [`{"item":[${'{"request":"https://a.example"},'.repeat(99_999)}{}]}`, 'at most 10000 requests'],
])('rejects what is broken, foreign, too deep or far too much (%#)', async (text, message) => {
  const failed = importOf(postman, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
