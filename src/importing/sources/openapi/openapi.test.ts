import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { openapi } from './index.ts'

it('imports safe operations with the values and the shape that the document gives', async () => {
  const files = importFiles('openapi/shop.yaml', 'openapi/schemas/page.yaml')
  expect(await goldenProblems(await importOf(openapi, files), 'openapi/shop')).toEqual([])
  const { resources } = await importOf(openapi, files, { order: '7' })
  expect(resources.map(({ logicalId }) => logicalId)).toContain('getOrder')
})

it('imports a document of Swagger 2.0 whose references are circular, hostile or lead elsewhere', async () => {
  const imported = await importOf(openapi, importFiles('openapi/everything.json'))
  expect(await goldenProblems(imported, 'openapi/everything')).toEqual([])
})

const laughs = Array.from(
  { length: 12 },
  (_none, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
)
const paths = Array.from({ length: 100_000 }, (_none, index) => `"/${index}":{"get":{}}`)

it.each([
  ['{"openapi": "3.0.0", "paths": {', 'openapi.json', 'not valid YAML'],
  ['openapi: 3.0.0', 'openapi.yaml', 'No file is an OpenAPI document'],
  [['openapi: 3.0.0', 'paths: {}', 'a0: &a0 x', ...laughs].join('\n'), 'a.yaml', 'aliases repeat too much'],
  [`openapi: 3.0.0\npaths: ${'{a: '.repeat(100_000)}`, 'a.yaml', 'a.yaml'],
  [`{"openapi":"3.0.0","paths":{${paths.join(',')}}}`, 'a.json', 'at most 10000 operations'],
])('rejects what is broken, foreign or far too much (%#)', async (text, path, message) => {
  const failed = importOf(openapi, [textFile(text, path)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
