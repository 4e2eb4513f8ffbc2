import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { httpFiles } from './index.ts'

const environments = ['http/http-client.env.json', 'http/http-client.private.env.json'] as const

it('imports requests with environments and tests, and chains those that refer to each other', async () => {
  const imported = await importOf(httpFiles, importFiles('http/shop.http', ...environments))
  expect(await goldenProblems(imported, 'http/shop')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
  const staging = await importOf(httpFiles, importFiles('http/shop.http', ...environments), {
    HTTP_ENVIRONMENT: 'staging',
  })
  expect(JSON.stringify(staging.resources)).toContain('https://staging.shop.example/health')
})

it('imports whatever a file has, or says why not', async () => {
  const imported = await importOf(httpFiles, importFiles('http/everything.rest', 'http/body.json'))
  expect(await goldenProblems(imported, 'http/everything')).toEqual([
    expect.stringContaining('request "Bad" (everything.rest:56)'),
    expect.stringContaining('request.url must be an http or https URL'),
  ])
  expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
})

it('takes the environments of VS Code', async () => {
  const settings = '{"rest-client.environmentVariables":{"$shared":{"a":"b"},"prod":{"host":"https://{{a}}.example"}}}'
  const files = [textFile('GET {{host}}/x', 'a.http'), textFile(settings, '.vscode/settings.json')]
  expect((await importOf(httpFiles, files)).resources).toMatchObject([
    { value: { request: { url: 'https://b.example/x' } } },
  ])
})

it.each([
  ['GET https://a.example', 'a.txt', 'No file ends with'],
  ['GET https://a.example\n###\n'.repeat(100_000), 'a.http', 'at most 5000 requests'],
  ['x'.repeat(4_000_001), 'a.http', 'longer than 4 MB'],
])('rejects what is foreign or far too much (%#)', async (text, path, message) => {
  const failed = importOf(httpFiles, [textFile(text, path)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})

it('an environment that does not exist is a problem', async () => {
  const failed = importOf(httpFiles, importFiles('http/shop.http', ...environments), { HTTP_ENVIRONMENT: 'test' })
  await expect(failed).rejects.toThrow('There is no environment test: there are production, staging.')
})
